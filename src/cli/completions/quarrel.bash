# Completions for quarrel in bash: the program itself is asked what may stand in a place.

_quarrel() {
    local program=${COMP_WORDS[0]/#\~/$HOME} words=() glued= i
    type -P -- "$program" >/dev/null || program=quarrel
    # Bash parts words at = and :, which belong to them here.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        if ((${#words[@]})) && [[ $glued || ${COMP_WORDS[i]} == [=:]* ]]; then
            words[-1]+=${COMP_WORDS[i]}
        else
            words+=("${COMP_WORDS[i]}")
        fi
        glued=
        if [[ ${COMP_WORDS[i]} == *[=:] ]]; then glued=1; fi
    done
    local word=${words[-1]} value about beyond= before=
    if [[ $word == *[=:]* ]]; then before=${word%"${word##*[=:]}"}; fi
    COMPREPLY=()
    while IFS= read -r value; do
        about=${value#*$'\t'} value=${value%%$'\t'*}
        if [[ $value ]]; then COMPREPLY+=("${value#"$before"}"); else beyond=$about; fi
    done < <("$program" --complete "${words[@]}" 2>/dev/null)
    # What is not complete gets no blank behind it.
    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[=:+] ]]; then
        compopt -o nospace 2>/dev/null
    fi
    word=${word#"$before"}
    local kind=
    case $beyond in
    files) kind=-f ;;
    folders) kind=-d ;;
    commands) kind=-c ;;
    esac
    if [[ $kind ]]; then
        while IFS= read -r value; do
            COMPREPLY+=("$value")
        done < <(compgen "$kind" -- "$word")
        if [[ $kind != -c ]]; then compopt -o filenames 2>/dev/null; fi
    fi
}

complete -F _quarrel quarrel
