/// How a command ended, for scripts and supervisors. The larger ones are those of sysexits(3).
public enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    case failure = 1
    case usage = 2
    case unavailable = 69
    case inputOutput = 74
    case forbidden = 77
    case configuration = 78

    public var meaning: String {
        switch self {
        case .success: "done"
        case .failure: "it failed, for the reason shown"
        case .usage: "the command line is invalid"
        case .unavailable: "the database or the server cannot be reached, or an address or the data folder is in use"
        case .inputOutput: "a file or a disk failed"
        case .forbidden: "the server refuses this device"
        case .configuration: "the configuration is invalid, or the schema needs `daybook migrate up`"
        }
    }
}
