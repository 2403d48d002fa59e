# Builds quarrel, and puts it into a small image that needs no Rust, no compiler and no libclang.
#
#   docker build -t quarrel .
#   docker run --rm quarrel solve gunport --size 8x10
#   docker run --rm -i quarrel solve queens - < board.txt
#   docker run --rm -v "$PWD:/work" quarrel export armies --size 8 --to wcnf -o armies.wcnf
#
# Both stages are of the same Debian, so that the program finds the C library it was linked with. The
# checkout's history is not copied, so this build names no commit in the lines of a comparison.

FROM rust:1-slim-trixie AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends g++ libclang-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN cargo install --path . --locked --root /installed

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends libstdc++6 \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed/bin/quarrel /usr/local/bin/quarrel
COPY LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md /usr/local/share/doc/quarrel/
WORKDIR /work
ENTRYPOINT ["quarrel"]
