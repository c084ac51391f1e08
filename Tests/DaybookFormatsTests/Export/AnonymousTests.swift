import DaybookCore
import DaybookFormats
import Testing

@Suite struct AnonymousTests {
    @Test func shapeAndLengthStayAndNothingElse() {
        for text in RandomDrafts.texts {
            let other = TaskDraft(.own(.zero), line: 0, title: text).anonymous.title
            #expect(other.utf8.count == text.utf8.count, "\(text)")
            #expect(other.unicodeScalars.count == text.unicodeScalars.count, "\(text)")
            #expect(!text.contains { $0.isLetter && $0.isASCII && !"xX".contains($0) && other.contains($0) }, "\(text)")
        }
        #expect(TaskDraft(.own(.zero), line: 0, title: "Call Ada, +49 30!").anonymous.title == "Xxxx Xxx, +99 99!")
    }

    @Test func everythingThatSomebodyWroteIsReplaced() {
        let word = "CANARY"
        var task = TaskDraft(.own(.zero), line: 0, title: word)
        task.notes = word
        task.category = word
        task.unknown = [
            JSONMember("effort", .array([.object([JSONMember("x", .string(word))])])),
            JSONMember("state", .string(word)),
        ]
        var list = ListDraft(.own(.zero), line: 0, title: word)
        list.unknown = task.unknown
        let device = ExportedDevice(id: .zero, name: word)
        let fields = ["title", "notes", "name", "category", "effort"].map { JSONMember($0, .string(word)) }
        let conflict = Conflict(field: "title", mine: .string(word), theirs: .string(word), reason: .newer)
        let change = LedgerEntry(
            revision: 1,
            operation: SyncOperation(
                opId: .zero, id: .zero, at: HybridTime(milliseconds: 0, device: .zero),
                fields: fields + [JSONMember("state", "active")]), recordedAt: Instant(milliseconds: 0), prior: fields,
            created: false, changed: true, outcome: .merged([conflict]))
        var writer = ExportFormat.ndjson.writer()
        let settings = SettingsDraft([JSONMember("linkScheme", .string(word)), JSONMember("timeZone", "Europe/Berlin")])
        writer.begin(ExportHead(date: Instant(milliseconds: 0), appVersion: "1", settings: settings.anonymous))
        writer.write(list.anonymous)
        writer.write(task.anonymous, rank: 0)
        writer.write(device.anonymous)
        writer.write(change.anonymous)
        writer.end()
        let text = String(decoding: writer.take(), as: UTF8.self)
        #expect(!text.contains(word) && text.contains("XXXXXX"))
        #expect(text.contains("Europe/Berlin") && text.contains("\"state\":\"active\""))
    }
}
