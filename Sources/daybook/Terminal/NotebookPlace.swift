import FoundationEssentials

/// The place of this user's notebook: beside other programs' data, by the XDG base directory specification.
enum NotebookPlace {
    static let option = Command.Option(
        name: "notebook", placeholder: "DIR", help: "Use the notebook in this folder. [$XDG_DATA_HOME/daybook]")

    static func folder(_ given: String?, _ environment: [String: String]) -> URL {
        if let given { return URL(filePath: given, directoryHint: .isDirectory) }
        // The specification says that a relative path there counts as none.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return URL(filePath: data, directoryHint: .isDirectory).appending(path: "daybook")
        }
        let home =
            environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
            ?? FileManager.default.homeDirectoryForCurrentUser.path
        return URL(filePath: home, directoryHint: .isDirectory).appending(path: ".local/share/daybook")
    }
}
