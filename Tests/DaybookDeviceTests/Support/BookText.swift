import DaybookCore
import DaybookDevice
import WebCore

/// A book as it is written down: what is read again lacks what nobody needs of an operation, and names the device as it
/// is called now. The clock and the number of the last request are left out: a page writes down which request was the
/// last with the next change, and a notebook tries a full disk four times.
struct BookText: Sendable {
    let texts: [String: String]
    /// Also what is not written of them.
    let deeds: [Deed]
    let view: Slice
    let base: Slice
    let trouble: SyncTrouble?

    init(_ book: LocalBook) {
        let parts = book.replica.parts
        (view, base, trouble) = (book.replica.view, parts.base, book.sync.trouble)
        deeds = book.deeds.all
        texts = [
            "rows": Self.text { writer in
                parts.base.writeRows(
                    to: &writer, tasks: parts.base.tasks.keys.sorted(), lists: parts.base.lists.keys.sorted(),
                    settings: true)
            },
            "waiting": Self.text { $0.array(parts.waiting) { $1.write(to: &$0) } },
            "answered": Self.text { $0.array(parts.answered) { $1.operation.write(to: &$0) } },
            "on their way": "\(parts.onTheirWay)",
            "cursor": "\(parts.standing.cursor?.text ?? "none") \(parts.standing.revision) \(parts.standing.shift)",
            "mass deletion": "\(parts.standing.massDelete)",
            "deeds": Self.text { $0.array(book.deeds.all) { $1.write(to: &$0) } },
            "refused": Self.text { $0.array(book.troubles.refused) { $1.write(to: &$0) } },
            "lost": Self.text { $0.array(book.troubles.lost) { $1.write(to: &$0) } },
        ]
    }

    private static func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Around the first place where two texts are not the same.
    static func difference(_ one: String, _ other: String) -> String {
        let same = max(0, zip(one.utf8, other.utf8).prefix { $0 == $1 }.count - 150)
        return [one, other].map { String(decoding: $0.utf8.dropFirst(same).prefix(300), as: UTF8.self) }
            .joined(separator: "\n    or\n")
    }
}
