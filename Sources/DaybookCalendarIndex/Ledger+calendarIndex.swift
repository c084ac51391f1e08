import DaybookCore
import DaybookLedger

// What the ledger carries for the calendar index, by its own types.

extension LedgerRequest {
    /// The resource that a calendar program's request is about. It is looked up, so that the decision can see it.
    package var named: NamedResource? {
        get { ofProjection as? NamedResource }
        set { ofProjection = newValue }
    }
}

extension AccountSight {
    /// Of what a calendar program named: those under the name, of the UID and of the rows that it may mean.
    package var resources: [Resource] { (projected as? CalendarIndexChange)?.named ?? [] }
}

extension Decision {
    /// What a calendar program sent, to be kept if the task says the same afterwards.
    package var octets: ReceivedOctets? {
        get { ofProjection as? ReceivedOctets }
        set { ofProjection = newValue }
    }
}

extension Commit {
    /// What is answered to who named something of the calendar index.
    package var ofCalendarIndex: CalendarIndexAnswer? { ofProjection as? CalendarIndexAnswer }
}

/// What a change came to in the calendar index.
package struct CalendarIndexAnswer: Sendable {
    /// The resource under which programs see each task of the commit, by the identifier of the task.
    package internal(set) var resources: [Identifier: Resource] = [:]
    /// The octets that were sent are kept.
    package let keepsOctets: Bool
}
