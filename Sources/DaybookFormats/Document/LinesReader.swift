import DaybookCore

/// Reads our objects a line. A file without its last line was cut off, and says so when everything before it is in.
struct LinesReader: DraftReader {
    private var lines = LineCutter()
    private var parts = LineParts()

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        try lines.cut(bytes) { line throws(UnreadableSource) in try parts.take(line, into: &reading) }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) {
        try lines.finish { line throws(UnreadableSource) in try parts.take(line, into: &reading) }
        guard parts.hasEnded else {
            throw UnreadableSource(.broken, line: lines.number, "The file ends in the middle.")
        }
    }
}

/// What the lines are.
private struct LineParts {
    private var isFirst = true
    private var tasks: Int64 = 0
    /// The last line was there, and counts as many tasks as came.
    private(set) var hasEnded = false

    private enum Kind: Int, CaseIterable {
        case export, settings, list, task, channel, calendarObject, device, change, end
        static let names = JSONNames<Kind>("export settings list task channel calendarObject device change end")
    }

    private enum Member: Int, CaseIterable {
        case type, settings, form
        static let names = JSONNames<Member>("type settings form")
    }

    mutating func take(_ line: LineCutter.Line, into reading: inout Reading) throws(UnreadableSource) {
        switch line {
        case .tooLong(let number): reading.refuse(line: number, "One line is longer than can be held.")
        case .text(let bytes, let number):
            guard !bytes.isEmpty else { return }
            try take(bytes, number, into: &reading)
        }
    }

    private mutating func take(_ bytes: [UInt8], _ number: Int, into reading: inout Reading) throws(UnreadableSource) {
        let kind = Self.kind(of: bytes)
        let canBeHeld = JSONBound.values(in: bytes[...]) <= JSONBound.mostValues
        if isFirst {
            guard kind == .export, canBeHeld else {
                throw UnreadableSource(
                    .otherFormat, line: number, "The first line does not say that this is an export.")
            }
            isFirst = false
            return try checkForm(bytes, number)
        }
        if kind == .task { tasks += 1 }
        guard canBeHeld else { return reading.refuse(line: number, JSONBound.tooManyValues) }
        switch kind {
        case .task:
            reading.document(bytes, line: number) { reader throws(WireError) in
                .task(try TaskDraft(from: &reader, line: number))
            }
        case .list:
            reading.document(bytes, line: number) { reader throws(WireError) in
                .list(try ListDraft(from: &reader, line: number))
            }
        case .settings:
            reading.document(bytes, line: number) { reader throws(WireError) in
                .settings(try Self.settings(from: &reader))
            }
        case .end: hasEnded = (try? JSONValue(json: bytes))?["tasks"] == .integer(tasks)
        case .channel: reading.leftOut("channels")
        case .calendarObject: reading.leftOut("calendarObjects")
        case .device, .change: reading.leftOut("history")
        case .export, nil: reading.refuse(line: number, field: "type", "A line of this type is not known here.")
        }
    }

    /// We write it first, so this looks no further in files of ours.
    private static func kind(of bytes: [UInt8]) -> Kind? {
        var reader = JSONReader(bytes)
        var members = JSONMembers()
        do throws(WireError) {
            try reader.beginObject()
            while true {
                switch try reader.nextMember(of: Member.names, &members) {
                case .field(.type): return try reader.readWord(of: Kind.names)
                case .field, .unknown: try reader.skipValue()
                case .end: return nil
                }
            }
        } catch { return nil }
    }

    private static func settings(from reader: inout JSONReader) throws(WireError) -> SettingsDraft {
        try reader.beginObject()
        var members = JSONMembers()
        var fields: [JSONMember] = []
        while true {
            switch try reader.nextMember(of: Member.names, &members) {
            case .field(.settings): fields = try reader.readMembers()
            case .field, .unknown: try reader.skipValue()
            case .end: return SettingsDraft(fields)
            }
        }
    }

    private func checkForm(_ bytes: [UInt8], _ number: Int) throws(UnreadableSource) {
        guard let form = (try? JSONValue(json: bytes))?["form"] else { return }
        try DocumentForm.check(form.json, line: number)
    }
}
