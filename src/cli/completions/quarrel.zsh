#compdef quarrel
# Completions for quarrel in zsh: the program itself is asked what may stand in a place.

_quarrel() {
    local program=${~words[1]} answer line value about beyond
    local -a said values shown open_values open_shown
    whence -p -- $program >/dev/null || program=quarrel
    said=(${(Q)words[2,CURRENT-1]})
    while IFS= read -r line; do
        value=${line%%$'\t'*} about=${line#*$'\t'}
        if [[ -z $value ]]; then
            beyond=$about
        elif [[ $value == *[=:+] ]]; then
            # What is not complete gets no blank behind it.
            open_values+=("$value") open_shown+=("$value${about:+  -- $about}")
        else
            values+=("$value") shown+=("$value${about:+  -- $about}")
        fi
    done < <($program --complete "${(@)said}" "$PREFIX" 2>/dev/null)
    (($#values)) && compadd -l -d shown -a values
    (($#open_values)) && compadd -S '' -l -d open_shown -a open_values
    if [[ -n $beyond ]]; then
        [[ $PREFIX == --*=* ]] && compset -P '*='
        case $beyond in
        files) _files ;;
        folders) _files -/ ;;
        commands) _command_names -e ;;
        esac
    fi
}

# Read by `source`, it registers itself; as a file in $fpath it is the function.
if [[ ${funcstack[1]} == _quarrel ]]; then
    _quarrel "$@"
else
    compdef _quarrel quarrel
fi
