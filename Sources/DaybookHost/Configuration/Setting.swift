/// One row of the table of settings: its names, its grammar and where its value goes.
public struct Setting: Sendable {
    public enum Group: String, CaseIterable, Sendable {
        case network = "Network"
        case limits = "Limits"
        case accounts = "Accounts"
        case database = "Database"
        case live = "Live"
        case notifications = "Notifications"
        case housekeeping = "Housekeeping"
        case operations = "Operations"
    }

    /// The flag without its dashes; the variable is made from it.
    public let name: String
    public let group: Group
    /// The default; empty if there is none.
    public let fallback: String
    /// The default as the documentation shows it, if it depends on the machine.
    public let fallbackInWords: String
    /// One or two sentences for the help and the documentation.
    public let help: String
    public let placeholder: String
    public let expectation: String
    public let choices: [String]
    public let isSwitch: Bool

    let apply: @Sendable (String, inout Configuration) -> Bool
    let show: @Sendable (String) -> String

    init<Value>(
        _ name: String, _ type: SettingType<Value>, in group: Group, default fallback: String = "",
        inWords: String? = nil, _ help: String,
        into store: @escaping @Sendable (inout Configuration, Value) -> Void
    ) {
        self.name = name
        self.group = group
        self.fallback = fallback
        fallbackInWords = inWords ?? fallback
        self.help = help
        placeholder = type.placeholder
        expectation = type.expectation
        choices = type.choices
        isSwitch = type.isSwitch
        show = type.show
        apply = { text, configuration in
            guard let value = type.parse(text) else { return false }
            store(&configuration, value)
            return true
        }
    }

    public var flag: String { "--\(name)" }
    public var variable: String { "DAYBOOK_" + name.uppercased().replacing("-", with: "_") }

    public static func named(_ name: some StringProtocol) -> Setting? { table.first { $0.name == name } }
}
