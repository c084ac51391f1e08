import DaybookCore
import DaybookDevice

extension Core {
    mutating func open(_ question: Question) throws(Refused) {
        let parts = ReplicaParts(account: try question.identifier("book"), device: try question.identifier("device"))
        reading = Notes(parts, zone: try question.text("zone"))
        desk = nil
    }

    /// Takes in one of the texts that lie on the disk.
    mutating func read(
        _ text: [UInt8], _ read: (inout Notes, inout JSONReader) throws(WireError) -> Void
    ) throws(Refused) {
        guard var notes = reading else { throw Refused("not_open", "Nothing is being opened.") }
        reading = nil
        defer { reading = notes }
        var reader = JSONReader(text)
        do throws(WireError) {
            try read(&notes, &reader)
            try reader.end()
        } catch { throw Refused(error) }
    }

    mutating func begin(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        let now = try question.now
        guard let notes = reading else { throw Refused("not_open", "Nothing is being opened.") }
        reading = nil
        let desk = Desk(notes, chance: chance, now: now)
        writer.name("standing")
        desk.writeStanding(to: &writer)
        self.desk = desk
    }

    /// Belongs to an account from now on; what was done so far goes along.
    mutating func join(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        guard let before = desk else { throw Refused("not_begun", "Nothing has been opened.") }
        var notes = before.whole
        notes.parts = notes.parts.moved(to: try question.identifier("book"), device: try question.identifier("device"))
        notes.changedChunks = Notes.everything
        let desk = Desk(notes, chance: chance, now: try question.now)
        writer.name("standing")
        desk.writeStanding(to: &writer)
        self.desk = desk
    }
}
