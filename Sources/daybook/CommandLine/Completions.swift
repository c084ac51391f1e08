/// Completion scripts for shells, made from the commands as data. They complete commands, options and the values that
/// are known; where a value is a path the shell completes files. Tasks, lists and tags are asked of `daybook words`.
enum Completions {
    /// A command with the words that lead to it.
    struct Place {
        let path: [String]
        let command: Command
        var function: String { "_" + path.joined(separator: "_") }
    }

    /// The root and every command below it, each with the words that lead to it.
    static func places(_ root: Command) -> [Place] {
        func walk(_ command: Command, _ path: [String]) -> [Place] {
            let path = path + [command.name]
            return [Place(path: path, command: command)] + command.subcommands.flatMap { walk($0, path) }
        }
        return walk(root, [])
    }

    static func bash(_ root: Command) -> String {
        var cases = ""
        var values = ""
        let paths = places(root).dropFirst().map { "'\($0.path.joined(separator: " "))'" }.joined(separator: "|")
        for place in places(root) {
            let words =
                place.command.subcommands.map(\.name) + place.command.words.flatMap(\.offered)
                + place.command.flags.map(\.text)
            let known = place.command.words.compactMap(\.known)
            let ask = known.isEmpty ? "" : " _daybook_known \(known.joined(separator: " "));"
            cases +=
                "        '\(place.path.joined(separator: " "))') words='\(words.joined(separator: " "))';\(ask) ;;\n"
        }
        for flag in knownFlags(root) {
            if !flag.choices.isEmpty {
                values +=
                    "        \(flag.text)) COMPREPLY=($(compgen -W '\(flag.choices.joined(separator: " "))' -- \"$cur\")); return ;;\n"
            } else if let known = flag.known {
                values += "        \(flag.text)) _daybook_known \(known); return ;;\n"
            } else if flag.takesFile {
                values += "        \(flag.text)) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n"
            } else if flag.placeholder != nil {
                values += "        \(flag.text)) return ;;\n"
            }
        }
        return """
            # bash completion for daybook
            _daybook_known() {
                local IFS=$'\n' kind word
                for kind in "$@"; do
                    for word in $(daybook words "$kind" 2>/dev/null); do
                        # Titles are shown where the words are only listed.
                        case $COMP_TYPE in
                        33|63|64) word=${word/$'\t'/  } ;;
                        *) word=${word%%$'\t'*}; word=$(printf %q "$word") ;;
                        esac
                        [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
                    done
                done
            }
            _daybook() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path=daybook words='' i
                COMPREPLY=()
                case $prev in
            \(values)    esac
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$path ${COMP_WORDS[i]}" in
                    \(paths)) path="$path ${COMP_WORDS[i]}" ;;
                    esac
                done
                case $path in
            \(cases)    esac
                COMPREPLY+=($(compgen -W "$words" -- "$cur"))
            }
            complete -o default -F _daybook daybook
            """
    }

    static func fish(_ root: Command) -> String {
        var lines = ["# fish completion for daybook", "complete -c daybook -f"]
        let all = places(root)
        for place in all {
            let condition = fishCondition(place, all)
            for command in place.command.subcommands {
                lines.append(
                    "complete -c daybook -n '\(condition)' -a \(command.name) -d \(fishQuoted(command.summary))")
            }
            for choice in place.command.words.flatMap(\.offered) {
                lines.append("complete -c daybook -n '\(condition)' -a \(choice)")
            }
            for known in place.command.words.compactMap(\.known) {
                lines.append("complete -c daybook -n '\(condition)' -a '(daybook words \(known) 2>/dev/null)'")
            }
            for flag in place.command.flags {
                var line = "complete -c daybook -n '\(condition)' -l \(flag.text.dropFirst(2))"
                if flag.placeholder != nil { line += flag.takesFile ? " -r -F" : " -x" }
                if let known = flag.known { line += " -a '(daybook words \(known) 2>/dev/null)'" }
                if !flag.choices.isEmpty { line += " -a '\(flag.choices.joined(separator: " "))'" }
                lines.append(line + " -d \(fishQuoted(firstSentence(flag.help)))")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func fishCondition(_ place: Place, _ all: [Place]) -> String {
        let deeper = place.command.subcommands.map(\.name).joined(separator: " ")
        let seen = place.path.dropFirst().map { "__fish_seen_subcommand_from \($0)" }
        let unseen = deeper.isEmpty ? [] : ["not __fish_seen_subcommand_from \(deeper)"]
        // `help` takes the names of commands as words, which must not look like those commands.
        return (seen + unseen).joined(separator: "; and ")
    }

    private static func fishQuoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    static func zsh(_ root: Command) -> String {
        var functions = ""
        for place in places(root).reversed() { functions += zshFunction(place) + "\n" }
        return """
            #compdef daybook
            # zsh completion for daybook
            _daybook_known() {
                local -a found
                local line
                while (( $# )) && [[ $1 != -- ]]; do
                    for line in ${(f)"$(daybook words $1 2>/dev/null)"}; do
                        line=${line//:/\\\\:}
                        found+=("${line/$'\t'/:}")
                    done
                    shift
                done
                (( $# )) && shift
                found+=("$@")
                _describe -t words word found
            }
            \(functions)
            if [ "$funcstack[1]" = "_daybook" ]; then
                _daybook "$@"
            else
                compdef _daybook daybook
            fi
            """
    }

    private static func zshFunction(_ place: Place) -> String {
        var specs = place.command.flags.map { flag in
            let help = zshQuoted(firstSentence(flag.help))
            guard let placeholder = flag.placeholder else { return "'\(flag.text)[\(help)]'" }
            let action =
                !flag.choices.isEmpty
                ? "(\(flag.choices.joined(separator: " ")))" : flag.takesFile ? "_files" : ask(flag.known.map { [$0] })
            return "'\(flag.text)=[\(help)]:\(zshQuoted(placeholder)):\(action)'"
        }
        // What stands behind a word that may be repeated may be any of them.
        let several = place.command.words.contains(where: \.isRepeated) ? place.command.words : []
        if let first = several.first {
            specs.append("'*:\(first.name):\(ask(several.compactMap(\.known), several.flatMap(\.offered)))'")
        }
        for (index, word) in place.command.words.enumerated() where several.isEmpty {
            let action = ask(word.known.map { [$0] }, word.offered)
            specs.append("'\(index + 1)\(word.isOptional ? "::" : ":")\(word.name):\(action)'")
        }
        guard !place.command.subcommands.isEmpty else {
            return "\(place.function)() {\n    _arguments -s \\\n        \(specs.joined(separator: " \\\n        "))\n}"
        }
        let names = place.command.subcommands.map { "'\($0.name):\(zshQuoted($0.summary))'" }.joined(separator: " ")
        let cases = place.command.subcommands.map { "            \($0.name)) \(place.function)_\($0.name) ;;" }
        return """
            \(place.function)() {
                local -a commands=(\(names))
                local context state line
                _arguments -C \\
                    \(specs.joined(separator: " \\\n        ")) \\
                    '1: :->command' '*:: :->rest'
                case $state in
                command) _describe -t commands command commands ;;
                rest)
                    case $line[1] in
            \(cases.joined(separator: "\n"))
                    esac ;;
                esac
            }
            """
    }

    /// What completes a word: those that are known on this device, and others.
    private static func ask(_ known: [String]?, _ offered: [String] = []) -> String {
        guard let known, !known.isEmpty else {
            return offered.isEmpty ? " " : "(\(offered.joined(separator: " ")))"
        }
        return " _daybook_known \(known.joined(separator: " ")) -- \(offered.joined(separator: " "))"
    }

    private static func zshQuoted(_ text: String) -> String {
        text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(
            ":", with: "\\:")
    }

    private static func firstSentence(_ text: String) -> String {
        guard let end = text.firstRange(of: ". ") ?? text.firstRange(of: "; ") else {
            return text.hasSuffix(".") ? String(text.dropLast()) : text
        }
        return String(text[..<end.lowerBound])
    }

    /// Every option of any command once.
    private static func knownFlags(_ root: Command) -> [Command.Flag] {
        var seen: Set<String> = []
        return places(root).flatMap(\.command.flags).filter { seen.insert($0.text).inserted }
    }
}

extension Command.Word {
    fileprivate var offered: [String] { choices + suggestions }
    fileprivate var known: String? { name == "WHERE" ? "lists" : Completions.known(name) }
}

extension Command.Flag {
    fileprivate var known: String? { choices.isEmpty ? placeholder.flatMap(Completions.known) : nil }
}

extension Completions {
    /// What `daybook words` is asked for where something of this name is to be written.
    fileprivate static func known(_ name: String) -> String? {
        ["TASK": "tasks", "LIST": "lists", "TAGS": "tags"][name]
    }
}
