import DaybookHost

extension Command {
    /// Understands the words after the program's name. `path` is what led here from `root`, for messages.
    func parse(
        _ arguments: [String], path: [String] = [], root: Command? = nil
    ) throws(UsageError) -> (Invocation, path: [String]) {
        let root = root ?? self
        let path = path + [name]
        if let first = arguments.first, !first.hasPrefix("-"), !subcommands.isEmpty {
            guard let next = subcommands.first(where: { $0.name == first }) else {
                let near = Spelling.nearest(to: first, among: subcommands.map(\.name))
                throw UsageError(
                    sentence: "unknown command '\(first)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
                    command: path.joined(separator: " "))
            }
            return try next.parse(Array(arguments.dropFirst()), path: path, root: root)
        }
        var invocation = Invocation(command: self, root: root)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                invocation.words += rest
                break
            }
            if argument == "-h" || argument == "--help" {
                invocation.wantsHelp = true
            } else if argument.hasPrefix("-") && argument != "-" {
                try take(argument, &rest, into: &invocation, path)
            } else {
                invocation.words.append(argument)
            }
        }
        if !invocation.wantsHelp { try checkWords(invocation.words, path) }
        return (invocation, path)
    }

    private func take(
        _ argument: String, _ rest: inout ArraySlice<String>, into invocation: inout Invocation, _ path: [String]
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let flag = String(parts[0])
        var given = parts.count > 1 ? String(parts[1]) : nil
        func value() throws(UsageError) -> String {
            if let given { return given }
            guard let next = rest.popFirst() else { throw refuse("\(flag) needs a value", path) }
            return next
        }

        if let option = options.first(where: { "--" + $0.name == flag }) {
            if option.placeholder == nil {
                guard given == nil else { throw refuse("\(flag) takes no value", path) }
                invocation.options[option.name] = ""
            } else {
                let value = try value()
                guard option.choices.isEmpty || option.choices.contains(value) else {
                    throw refuse("\(flag): expected one of \(option.choices.joined(separator: ", "))", path)
                }
                invocation.options[option.name] = value
            }
            return
        }
        if flag == "--" + Setting.fileFlag, !settings.isEmpty {
            invocation.settings[Setting.fileFlag] = try value()
            return
        }
        for setting in Setting.table where settings.contains(setting.group) {
            if flag == setting.flag {
                if setting.isSwitch { given = given ?? "yes" }
                invocation.settings[setting.name] = try value()
                return
            }
            if setting.isSwitch, flag == "--no-" + setting.name {
                guard given == nil else { throw refuse("\(flag) takes no value", path) }
                invocation.settings[setting.name] = "no"
                return
            }
        }
        let near = Spelling.nearest(to: flag, among: flags.map(\.text))
        throw refuse("unknown option \(flag)" + (near.map { "; did you mean \($0)?" } ?? ""), path)
    }

    private func checkWords(_ given: [String], _ path: [String]) throws(UsageError) {
        if !subcommands.isEmpty {
            throw refuse("a command is missing: \(subcommands.map(\.name).joined(separator: ", "))", path)
        }
        if given.count > words.count, !words.contains(where: \.isRepeated) {
            throw refuse("unexpected '\(given[words.count])'", path)
        }
        for (index, word) in words.enumerated() {
            guard index < given.count else {
                if word.isOptional { return }
                throw refuse("\(word.name) is missing", path)
            }
            guard word.choices.isEmpty || word.choices.contains(given[index]) else {
                let near = Spelling.nearest(to: given[index], among: word.choices)
                throw refuse(
                    "\(word.name): expected one of \(word.choices.joined(separator: ", "))"
                        + (near.map { "; did you mean '\($0)'?" } ?? ""), path)
            }
        }
    }

    private func refuse(_ sentence: String, _ path: [String]) -> UsageError {
        UsageError(sentence: sentence, command: path.joined(separator: " "))
    }
}
