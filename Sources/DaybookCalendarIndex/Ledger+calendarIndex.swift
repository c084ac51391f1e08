import DaybookCore
import DaybookLedger

// What the ledger carries for the calendar index, by its own types.

extension LedgerRequest {
    /// What a calendar program names, to be seen when it is decided.
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
    package var octets: SentOctets? {
        get { ofProjection as? SentOctets }
        set { ofProjection = newValue }
    }
}

extension Commit {
    /// What is answered to who named something of the calendar index.
    package var ofCalendarIndex: CalendarIndexAnswer? { ofProjection as? CalendarIndexAnswer }
}

/// What a change came to in the calendar index.
package struct CalendarIndexAnswer: Sendable {
    /// Under which names programs see the tasks that it concerns.
    package internal(set) var resources: [Identifier: Resource] = [:]
    /// The octets that were sent are kept.
    package let keepsOctets: Bool
}
