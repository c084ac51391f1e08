import DaybookCore

/// A PUT, with all that decides what it means. It is a wish about properties and not a file: what differs from what
/// the client last saw is wished, whatever else stands there.
package struct CalendarPut: Sendable {
    package let object: CalendarObject
    /// The name of the resource, without the path; nil where it is known to be the task's.
    package var name: String?
    /// What the resource shows now, be it deleted; nil makes a new one.
    package var row: ShownTask?
    /// What the client knew of the resource: the head that it saw, as it was then. Nil where that is not known, and
    /// what is there now counts.
    package var base: ShownTask?
    /// Further occurrences of the series, of those that ``occurrencesNamed`` names.
    package var occurrences: [TaskItem] = []
    /// What a new task that is completed may be a copy of, as some programs make them: occurrences that the list saw
    /// completed lately, and open heads of series.
    package var originals: [TaskItem] = []
    /// The tasks that UIDs mean, where not the UID says it itself.
    package var tasksByUID: [String: Identifier] = [:]
    /// Who sends it.
    package var program = CalendarProgram()
    package let settings: AccountSettings
    /// What times without a zone are read in: that of the collection, or of the account.
    package var zone: Zone {
        get { zones.own }
        set { zones.own = newValue }
    }
    /// Read once, since an object may tell at length of a zone and then name it in every line.
    var zones: ObjectZones
    package let account: Identifier
    /// The collection; nil is the Inbox.
    package var listId: Identifier?
    package let now: Instant

    package init(
        _ object: CalendarObject, account: Identifier, settings: AccountSettings, now: Instant,
        row: ShownTask? = nil, base: ShownTask? = nil
    ) {
        (self.object, self.account, self.settings, self.now) = (object, account, settings, now)
        (self.row, self.base) = (row, base)
        zones = ObjectZones(object.others, own: Zone(settings.timeZone) ?? .utc)
    }
}

/// What is known of the program that sends something.
package struct CalendarProgram: Hashable, Sendable {
    /// The properties that the program has ever sent. It knows them, so one that it leaves out is to be deleted.
    package var knownNames: Set<String>

    package init(knownNames: Set<String> = []) { self.knownNames = knownNames }

    /// Programs that give back all that they were given, by what their PRODID says: what these leave out is deleted.
    private static let echoing = ["mozilla", "ximian", "tasks.org", "bitfire", "kde", "nextcloud"]

    /// Whether it leaves a property out because it is to go, and not because it does not know it.
    func knows(_ name: String, in object: CalendarObject) -> Bool {
        if knownNames.contains(name) { return true }
        let product = object.productID?.lowercased() ?? ""
        if Self.echoing.contains(where: { product.contains($0) }) { return true }
        // Edited in place, what we wrote still says so.
        return product == CalendarRendering.productID.lowercased() && object.base != nil
    }
}

/// What a PUT changes, row by row.
package struct CalendarDecision: Hashable, Sendable {
    /// A change of one row.
    package struct Step: Hashable, Sendable {
        package var id: Identifier
        /// To set fields, or to bring the row back with them.
        package var kind = SyncOperation.Kind.set
        package var patch: Patch<TaskItem>
        /// The completion that is taken back.
        package var reopens: HybridTime?
    }

    /// In the order in which they are to be made, in one push. None where all of it is so already.
    package var steps: [Step] = []
}
