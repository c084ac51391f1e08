import DaybookCore
import DaybookDevice

/// The core of the web app: one book's replica, its views and its talk with the server, asked in JSON.
///
/// web/types/core.js says what it is asked. Whoever holds it writes down the text that a change comes with before
/// anything of the change is shown, and gives it all back when the app begins again.
package struct Core {
    /// The browser's chance.
    let chance: Chance
    /// What is read while the app begins.
    var reading: Notes?
    var desk: Desk?

    package init(random: @escaping () -> UInt64) { chance = Chance(next: random) }

    /// What a call comes to: an object, and a text that is handed on as it is.
    package struct Answer {
        package var head: [UInt8]
        package var text: [UInt8] = []
    }

    /// Answers one call. What is wrong with it is told, and changes nothing.
    package mutating func answer(_ call: String, _ head: [UInt8], _ text: [UInt8]) -> Answer {
        do throws(Refused) {
            var question = try Question(call, head)
            var writer = JSONWriter()
            writer.beginObject()
            let text = try answer(&question, text, &writer)
            writer.endObject()
            return Answer(head: writer.bytes, text: text)
        } catch {
            return Answer(head: error.json)
        }
    }

    private mutating func answer(
        _ question: inout Question, _ text: [UInt8], _ writer: inout JSONWriter
    ) throws(Refused) -> [UInt8] {
        switch question.call {
        case .zone: try Zone.give(question.head)
        case .identifiers:
            let count = try question.number("count")
            writer.name("ids")
            writer.array(0..<min(count, 1000)) { writer, _ in writer.identifier(identifier()) }
        case .open: try open(question)
        case .chunk: try read(text) { (notes, reader) throws(WireError) in try notes.readChunk(&reader) }
        case .paper: try read(text) { (notes, reader) throws(WireError) in try notes.readAllButRows(&reader) }
        case .replay: try read(text) { (notes, reader) throws(WireError) in try notes.replay(&reader) }
        case .begin: try begin(question, &writer)
        case .join: try join(question, &writer)
        default:
            guard let desk else { throw Refused("not_begun", "Nothing has been opened.") }
            return try desk.answer(question, text, &writer)
        }
        return []
    }

    func identifier() -> Identifier {
        var chance = chance
        return .random(using: &chance)
    }
}
