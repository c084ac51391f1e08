/// The words of the enumerations, prepared for reading.
enum Words {
    static let state = JSONNames(TaskState.allCases) { $0.name }
    static let region = JSONNames(Region.allCases) { $0.name }
    static let bucket = JSONNames(Bucket.allCases) { $0.name }
    static let rollover = JSONNames(AccountSettings.Rollover.allCases) { $0.name }
    static let quickAdd = JSONNames(AccountSettings.QuickAdd.allCases) { $0.name }
    static let inboxRule = JSONNames(InboxRule.allCases) { $0.rawValue }
    static let language = JSONNames(Language.allCases) { $0.rawValue }
    static let taskFields = JSONNames(Array(TaskField.allCases)) { $0.name }
    static let listFields = JSONNames(Array(ListField.allCases)) { $0.name }
    static let settingsFields = JSONNames(Array(SettingsField.allCases)) { $0.name }
}
