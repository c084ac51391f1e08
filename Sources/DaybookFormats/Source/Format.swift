import DaybookCore

/// The formats that files are read in; the raw values are what commands and requests call them.
public enum Format: String, Hashable, Sendable, CaseIterable {
    case taskwarrior

    public func reader() -> any DraftReader {
        switch self {
        case .taskwarrior: TaskwarriorReader()
        }
    }

    /// Keeps the names of different sources apart: those of one app in two formats are one app's.
    public var origin: String {
        switch self {
        case .taskwarrior: "taskwarrior"
        }
    }

    /// For people.
    public var title: String {
        switch self {
        case .taskwarrior: "Taskwarrior"
        }
    }
}

extension Format {
    /// How much of a file's beginning is enough to tell what it is.
    public static let beginning = 65_536

    /// What a file is, by what it begins with; its name only decides where that leaves a choice. Nil for what is none of
    /// these.
    public static func detect(_ beginning: [UInt8], name: String? = nil) -> Format? {
        let text = String(decoding: beginning.prefix(Self.beginning), as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.first == "[" || start.first == "{" { return detectJSON(start) }
        return nil
    }

    private static func detectJSON(_ text: Substring) -> Format? {
        func has(_ name: String) -> Bool { text.contains("\"\(name)\"") }
        if has("uuid"), has("entry") || has("status"), has("description") { return .taskwarrior }
        return nil
    }
}
