# Prints what zsh offers for each line of a file: `zsh -f completions.zsh SCRIPT LINES`. A second zsh runs in a
# terminal of its own, and says what its completion adds.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= PS2=; bindkey -e; autoload -Uz compinit; compinit -u -D; source ${(q)1}"
zpty -w shell 'compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits; local hit
  builtin compadd -A hits "$@"
  for hit in $hits; do print -r -- "CANDIDATE<$IPREFIX$hit>"; done
  builtin compadd "$@"
}'
zpty -w shell 'tell() { _main_complete; compstate[insert]= compstate[list]=; print -r -- "ALL"" SAID" }'
zpty -w shell 'zle -C tell complete-word tell; bindkey "^X^X" tell'
zpty -w shell 'print READY"" NOW'
while zpty -r shell said && [[ $said != *'READY NOW'* ]]; do :; done
while IFS= read -r line; do
  print -r -- "LINE<$line>"
  zpty -w -n shell $'\x15'"$line"$'\x18\x18'
  while zpty -r shell said && [[ $said != *'ALL SAID'* ]]; do print -r -- ${said%$'\r\n'}; done
done < $2
zpty -d shell
