import DaybookHost
import Migrations

extension MigrationSet {
    /// The migrations of a folder, as `--migrations` names it.
    public init(folder: String) throws(MigrationError) {
        let names: [String]
        do {
            names = try Files.names(in: folder, endingIn: ".sql")
        } catch {
            throw .unreadableFolder(folder, sentence: error.sentence)
        }
        guard !names.isEmpty else { throw .unreadableFolder(folder, sentence: "it holds no .sql file") }
        var texts: [MigrationText] = []
        for name in names {
            let bytes: [UInt8]
            do {
                bytes = try Files.read("\(folder)/\(name)")
            } catch {
                throw .badFile(name, line: nil, sentence: error.sentence)
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .badFile(name, line: nil, sentence: "it is not UTF-8")
            }
            texts.append(MigrationText(file: name, text: text))
        }
        try self.init(texts)
    }
}
