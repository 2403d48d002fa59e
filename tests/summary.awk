# Summarises the output of `cargo test`: the longest tests, ignored tests with the reason, failed tests, and their numbers.
# Tests of the target `tools` count by name, since a later run may include one that an earlier run ignored; for other
# targets the last result counts. Exits with 1 if a test has failed, none has run, or a target has no result, because it
# did not build or ended early.

# The target of the following tests.
/^ +(Running|Doc-tests) / {
  close_target()
  target = $2
  if ($2 == "unittests") {
    # Two crates have a file of that name; the binary distinguishes them.
    target = $NF
    gsub(/^.*\/|-[0-9a-f]*\)$/, "", target)
    target = target " " $3
  }
  is_open = 1
}

/^error: could not compile / { broken[$0] = 1 }

# `tests/run` writes this after a failed command.
/^tests\/run: failed: / { has_failed = 1 }

# `test path ... ok <0.012s>`, `test [kind] path ... ignored, reason`
/^test .* \.\.\. / {
  split($0, halves, / +\.\.\. /)
  name = substr(halves[1], 6)
  kind = ""
  if (match(name, /^\[[^\]]*\] */)) {
    kind = substr(name, 2, RLENGTH - 2)
    sub(/\] *$/, "", kind)
    name = substr(name, RLENGTH + 1)
  }
  sub(/^ +/, "", name)
  name = target " " name
  outcome = halves[2]
  if (outcome ~ /^ignored/) {
    sub(/^ignored(, )?/, "", outcome)
    # libtest puts the reason after a comma, libtest-mimic in brackets.
    if (outcome ~ /^ *\(.*\)$/) {
      sub(/^ *\(/, "", outcome)
      sub(/\)$/, "", outcome)
    }
    reason[name] = outcome != "" ? outcome : kind != "" ? kind : "without a reason"
  } else {
    is_good[name] = outcome ~ /^ok/
    is_bad[name] = outcome ~ /^FAILED/
  }
  if (match(outcome, /<[0-9.]+s>/)) seconds[name] = substr(outcome, RSTART + 1, RLENGTH - 3) + 0
}

# `time path <1.234s>`, of a target that has no place for it in the line of the test
/^time .* <[0-9.]+s>$/ { seconds[target " " $2] = substr($3, 2) + 0 }

/^test result: / { has_result = 1; results[1] = $4; results[2] = $6 }

# Counts the last result of a target.
function close_target() {
  if (is_open && !has_result) broken["no result from " target] = 1
  if (has_result && !by_name(target)) {
    passed += results[1]
    failed += results[2]
  }
  is_open = has_result = 0
}

function by_name(target) { return target ~ /tests\/tools\/main\.rs/ }

END {
  close_target()
  for (name in is_good) if (by_name(name)) { passed += is_good[name]; failed += is_bad[name] }
  longest = "sort -rn | head -n 10"
  for (name in seconds) {
    if (!headed++) { print "longest:"; fflush() }
    printf "%8.1f s  %s\n", seconds[name], name | longest
  }
  close(longest)
  for (name in reason) {
    if (name in is_good) continue
    skipped++
    number[reason[name] ~ /^long: / ? "long: `make test-all` runs it" : reason[name]]++
  }
  for (why in number) printf "ignored %d, %s\n", number[why], why | "sort -k2nr"
  close("sort -k2nr")
  for (name in is_bad) if (is_bad[name]) printf "failed: %s\n", name
  for (what in broken) { printf "broken: %s\n", what; breaks++ }
  if (passed + failed + skipped == 0) print "no test was run"
  printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
  exit failed > 0 || passed == 0 || breaks > 0 || has_failed
}
