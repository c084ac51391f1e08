/// Where the text of a setting came from.
public enum SettingOrigin: Sendable, Equatable, CustomStringConvertible {
    case fallback
    case file(line: Int)
    case environment
    case flag

    public var description: String {
        switch self {
        case .fallback: "default"
        case .file(let line): "file, line \(line)"
        case .environment: "environment"
        case .flag: "flag"
        }
    }
}

/// The three places a setting can be given, as read and not yet understood.
public struct SettingSources: Sendable {
    /// By setting name. The command line's parser knows no other names.
    public var flags: [String: String]
    /// By variable.
    public var environment: [String: String]
    public var filePath: String?
    var file: [ConfigurationFile.Entry] = []

    public init(flags: [String: String] = [:], environment: [String: String] = [:]) {
        self.flags = flags
        self.environment = environment
        filePath =
            flags[String(Setting.fileFlag)] ?? environment[Setting.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads the file named by the flag or the variable, if any.
    public mutating func readFile() throws(ConfigurationError) {
        guard let filePath else { return }
        let text: String
        do {
            text = try TextFile.read(filePath, limit: 1 << 20)
        } catch {
            throw ConfigurationError(["cannot read the configuration file \(filePath): \(error.reason)"])
        }
        file = try ConfigurationFile.parse(text, path: filePath)
    }
}

/// The service never starts with a setting that it does not understand; all mistakes are reported at once.
public struct ConfigurationError: Error, Equatable {
    /// One line each: the variable and where it was given, never its value.
    public let findings: [String]

    init(_ findings: [String]) { self.findings = findings }
}
