# Sums up what `cargo test` has printed: the longest tests, those that were ignored with the reason, and the numbers. A
# test that one run ignored and another one ran is no ignored test. Exits with 1 if one has failed, or none has run.

# The target whose tests come next.
/^ +(Running|Doc-tests) / { target = $2 == "unittests" ? $3 : $2 }

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
    # libtest sets the reason behind a comma, libtest-mimic in brackets.
    if (outcome ~ /^ *\(.*\)$/) {
      sub(/^ *\(/, "", outcome)
      sub(/\)$/, "", outcome)
    }
    reason[name] = outcome == "" ? kind : outcome
  } else {
    has_run[name] = 1
  }
  if (match(outcome, /<[0-9.]+s>/)) seconds[name] = substr(outcome, RSTART + 1, RLENGTH - 3) + 0
}

# `time path <1.234s>`, of a target that has no place for it in the line of the test
/^time .* <[0-9.]+s>$/ { seconds[target " " $2] = substr($3, 2) + 0 }

/^test result: / { passed += $4; failed += $6 }

END {
  longest = "sort -rn | head -n 10"
  for (name in seconds) {
    if (!headed++) { print "longest:"; fflush() }
    printf "%8.1f s  %s\n", seconds[name], name | longest
  }
  close(longest)
  for (name in reason) {
    if (name in has_run) continue
    skipped++
    number[reason[name] ~ /^long/ ? "long: `make test-all` runs it" : reason[name]]++
  }
  for (why in number) printf "ignored %d, %s\n", number[why], why
  printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
  exit failed > 0 || passed == 0
}
