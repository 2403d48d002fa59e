# Completions for quarrel in fish: the program itself is asked what may stand in a place.

function __quarrel_candidates
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l program (string replace -r '^~' -- $HOME $words[1])
    type -q -- $program; or set program quarrel
    set -l before ''
    if string match -q -- '--*=*' $typed
        set before (string replace -r '=.*' '=' -- $typed)
    end
    set -l rest (string sub -s (math 1 + (string length -- "$before")) -- "$typed")
    for line in (command $program --complete $words[2..-1] "$typed" 2>/dev/null)
        switch $line
            case \tfiles
                printf '%s\n' $before(__fish_complete_path "$rest")
            case \tfolders
                printf '%s\n' $before(__fish_complete_directories "$rest")
            case \tcommands
                printf '%s\n' $before(__fish_complete_command)
            case '*'
                printf '%s\n' $line
        end
    end
end

complete --command quarrel --no-files --keep-order --arguments '(__quarrel_candidates)'
