import DaybookCore
import DaybookHost

/// How much of the server one account may have; 0 is no limit.
package struct Quotas: Sendable {
    package let tasks: Int
    package let bytes: Int
    /// What an account has that nobody claimed: anybody begins one, and nobody answers for it.
    var unclaimed = Unclaimed()
    /// These are of an account that nobody claimed.
    package private(set) var isOfUnclaimed = false

    struct Unclaimed: Equatable, Sendable {
        var tasks = 0
        var bytes = 0
    }

    package static let none = Quotas(tasks: 0, bytes: 0)

    init(tasks: Int, bytes: Int, unclaimed: Unclaimed = Unclaimed()) {
        self.tasks = tasks
        self.bytes = bytes
        self.unclaimed = unclaimed
    }

    /// Those of one account.
    package func of(claimed isClaimed: Bool) -> Quotas {
        guard !isClaimed, unclaimed != Unclaimed() else { return self }
        func least(_ left: Int, _ right: Int) -> Int { left == 0 || right == 0 ? max(left, right) : min(left, right) }
        var quotas = Quotas(tasks: least(tasks, unclaimed.tasks), bytes: least(bytes, unclaimed.bytes))
        quotas.isOfUnclaimed = true
        return quotas
    }

    /// What an account holds.
    package struct Use: Equatable, Sendable {
        package var tasks: Int
        package var bytes: Int64

        package init(tasks: Int, bytes: Int64) {
            self.tasks = tasks
            self.bytes = bytes
        }
    }

    package enum Excess: Equatable, Sendable {
        case tasks(limit: Int, used: Int)
        case bytes(limit: Int, used: Int64)
    }

    /// What the merge may still let in. A tenth more, or a mebibyte, is for changes that make nothing and say little.
    ///
    /// - Parameter guests: how many of what it uses are no tasks, which the merge does not know.
    func room(beside use: Use, ofWhich guests: Int) -> Room {
        var room = Room()
        if tasks > 0 { room.tasks = tasks - guests }
        if bytes > 0 {
            room.bytes = Int64(bytes) - use.bytes
            room.overdraft = max(Int64(bytes) / 10, 1 << 20)
        }
        return room
    }

    /// What an operation had no room for.
    func excess(_ quota: Outcome.Quota, of use: Use) -> Excess {
        switch quota {
        case .tasks: .tasks(limit: tasks, used: use.tasks)
        case .bytes: .bytes(limit: bytes, used: use.bytes)
        }
    }

    /// What a change would exceed, if it takes more than there was: whoever is above a limit already may still delete,
    /// and edit without growing.
    package func excess(after: Use, from before: Use) -> Excess? {
        if tasks > 0, after.tasks > tasks, after.tasks > before.tasks {
            return .tasks(limit: tasks, used: before.tasks)
        }
        if bytes > 0, after.bytes > Int64(bytes), after.bytes > before.bytes, before.tasks <= after.tasks {
            return .bytes(limit: bytes, used: before.bytes)
        }
        return nil
    }
}

extension Quotas {
    package init(_ configuration: Configuration) {
        self.init(
            tasks: configuration.tasksPerAccount, bytes: configuration.bytesPerAccount,
            unclaimed: Unclaimed(tasks: configuration.unclaimedTasks, bytes: configuration.unclaimedBytes))
    }
}
