import DaybookCore
import DaybookDevice

/// A line of plain words for the page: the fields of the task that it says, and which part of it says what.
///
/// It is a module of its own beside the core, which only those load who have their lines read
/// (docs/use/plain-words.md). It holds nothing: each call says whose day it is and which lists there are.
package enum PlainLine {
    /// Answers `{"title":...,"fields":{...},"spans":[...]}`, or why not.
    ///
    /// - Parameter json: the line with what is said of it, the head of a call.
    package static func answer(_ json: [UInt8]) -> [UInt8] {
        do throws(Refused) {
            let line: JSONValue
            do { line = try JSONValue(json: json) } catch { throw Refused(error) }
            return try read(line)
        } catch {
            return error.json
        }
    }

    private static func read(_ line: JSONValue) throws(Refused) -> [UInt8] {
        guard let text = line.text("text") else { throw Refused.missing("text") }
        let language = line.text("language").flatMap { Language(rawValue: $0) } ?? .english
        let moment = try moment(line)
        let plain = (line.items("plain") ?? []).compactMap(bytes)
        let kinds = line["regions"] == .bool(true) ? PlainWords.all : PlainWords.usual
        let isInRegion = line["isInRegion"] == .bool(true)
        func parsed(_ kinds: Set<PlainWords.Kind>) -> PlainWords {
            .parse(text, in: language, at: moment, understanding: kinds, plain: plain, isInRegion: isInRegion)
        }
        var words = parsed(kinds)
        let list = words.list.flatMap { name in onlyList(named: name, line) }
        // A list that is not there stays in the title.
        if list == nil, words.list != nil { words = parsed(kinds.subtracting([.list])) }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("title", words.title)
            writer.name("fields")
            writer.object(words.members(in: list).filter { $0.name != "title" })
            writer.member("spans", words.spans)
        }
        return writer.bytes
    }

    private static func moment(_ line: JSONValue) throws(Refused) -> Moment {
        guard case .integer(let now)? = line["now"] else { throw Refused.missing("now") }
        guard let told = line["zone"], let name = told.text("name") else { throw Refused.missing("zone") }
        try Zone.give(told)
        guard let zone = Zone(name) else { throw Refused("unknown_zone", "There is no such zone.") }
        let dayStart = line.text("dayStart").flatMap { TimeOfDay($0) } ?? .midnight
        var firstWeekday = 1
        if case .integer(let number)? = line["firstWeekday"] { firstWeekday = Int(clamping: number) }
        return Moment(
            Instant(milliseconds: now), in: LocalDay(zone: zone, dayStart: dayStart, firstWeekday: firstWeekday))
    }

    private static func bytes(_ pair: JSONValue) -> Range<Int>? {
        guard case .array(let ends) = pair, ends.count == 2, case .integer(let from) = ends[0],
            case .integer(let to) = ends[1], 0 <= from, from < to, to <= Int64(PlainWords.mostBytes)
        else { return nil }
        return Int(from)..<Int(to)
    }

    /// The one list of a name, in letters of either size; nil where there is none or several.
    private static func onlyList(named name: String, _ line: JSONValue) -> Identifier? {
        let wanted = name.lowercased()
        let found = (line.items("lists") ?? []).filter { $0.text("name")?.lowercased() == wanted }
        return found.count == 1 ? found[0].identifier("id") : nil
    }
}
