/// One file of this folder, byte for byte. The build compiles them in as `MigrationText.embedded`.
public struct MigrationText: Sendable, Equatable {
    public let file: String
    public let text: String

    public init(file: String, text: String) {
        self.file = file
        self.text = text
    }
}
