/// Completion scripts for shells, made from the commands as data. They complete commands, options and the values that
/// are known; where a value is a path the shell completes files.
enum Completions {
    /// A command with the words that lead to it.
    struct Place {
        let path: [String]
        let command: Command
        var function: String { "_" + path.joined(separator: "_") }
    }

    /// The commands below the root and their own.
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
        for place in places(root) {
            let words =
                place.command.subcommands.map(\.name) + place.command.words.flatMap(\.offered)
                + place.command.flags.map(\.text)
            cases += "        '\(place.path.joined(separator: " "))') words='\(words.joined(separator: " "))' ;;\n"
        }
        for flag in knownFlags(root) {
            if !flag.choices.isEmpty {
                values +=
                    "        \(flag.text)) COMPREPLY=($(compgen -W '\(flag.choices.joined(separator: " "))' -- \"$cur\")); return ;;\n"
            } else if flag.takesFile {
                values += "        \(flag.text)) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n"
            } else if flag.placeholder != nil {
                values += "        \(flag.text)) return ;;\n"
            }
        }
        let names = Set(places(root).dropFirst().map { $0.command.name }).sorted().joined(separator: "|")
        return """
            # bash completion for daybook
            _daybook() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path=daybook words='' i
                COMPREPLY=()
                case $prev in
            \(values)    esac
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case ${COMP_WORDS[i]} in
                    \(names)) path="$path ${COMP_WORDS[i]}" ;;
                    esac
                done
                case $path in
            \(cases)    esac
                COMPREPLY=($(compgen -W "$words" -- "$cur"))
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
            for flag in place.command.flags {
                var line = "complete -c daybook -n '\(condition)' -l \(flag.text.dropFirst(2))"
                if flag.placeholder != nil { line += flag.takesFile ? " -r -F" : " -x" }
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
                !flag.choices.isEmpty ? "(\(flag.choices.joined(separator: " ")))" : flag.takesFile ? "_files" : " "
            return "'\(flag.text)=[\(help)]:\(zshQuoted(placeholder)):\(action)'"
        }
        for (index, word) in place.command.words.enumerated() {
            let action = word.offered.isEmpty ? " " : "(\(word.offered.joined(separator: " ")))"
            guard !word.isRepeated else {
                specs.append("'*:\(word.name):\(action)'")
                continue
            }
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
}
