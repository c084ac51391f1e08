import DaybookCore
import Seeds

/// How a schedule is made up. Everything else follows from the seed.
package struct Schedule: Sendable {
    package var steps = 60
    package var devices = 3
    /// Percent of messages that are lost, and that arrive twice.
    package var loss = 10
    package var duplication = 10
    /// Percent of steps with a crash in them.
    package var crashes = 10
    package var restores = true
    /// One of the devices begins in an account of its own, which goes into the others' one.
    package var hasGuest = false
    /// Rollover is on from the beginning, and every day turns in time.
    package var isPunctual = false

    package init() {}

    /// A schedule for a seed: mostly short ones with few devices, which find most, and some long and crowded ones.
    package static func varied(_ seed: UInt64) -> Schedule {
        var schedule = Schedule()
        schedule.devices = 2 + Int(seed % 3)
        schedule.steps = seed % 50 == 0 ? 600 : 30 + Int(seed % 7) * 15
        schedule.loss = Int(seed % 5) * 8
        schedule.crashes = Int(seed % 4) * 6
        schedule.restores = seed % 3 == 0
        schedule.hasGuest = seed % 5 == 2
        schedule.isPunctual = seed % 4 == 1
        return schedule
    }
}

/// A rule of the product that did not hold.
package struct Violation: Error, CustomStringConvertible, Sendable {
    package let seed: UInt64
    package let step: Int
    package let what: String

    package var description: String { "seed \(seed), step \(step): \(what)" }
}

/// N devices, one server and the network between them, in one thread and one order that the seed decides.
package struct World {
    let seed: UInt64
    let schedule: Schedule
    var random: SeededRandom
    var now: Instant
    var step = 0
    let account: Identifier
    var server: ServerAccount
    var guest: Guest?
    var backup: (server: ServerAccount, guest: Guest?)?
    var devices: [Device]
    var network: [Sent] = []
    var shadow = Shadow()
    var serial = 0
    var trouble: String?
    let begun: Instant
    package var trace: Trace?

    /// A device as its owner has it: the replica in memory and the one on its disk.
    struct Device {
        var replica: Replica
        var written: Paper
        /// How wrong its clock is, in milliseconds.
        var skew: Int64
        /// How much its clock drifts: milliseconds in a million.
        var drift: Int64 = 0
        /// Counts its crashes; an answer to a request from before one finds nobody.
        var life = 0

        var account: Identifier { replica.base.account }
    }

    /// A message under way, to or from which account, and since when.
    struct Sent {
        let message: Message
        let account: Identifier
        let at: Instant
    }

    /// A message under way for longer is lost: no connection lives as long.
    static let patience: Int64 = 3_600_000

    enum Message {
        case request(device: Int, life: Int, number: Replica.Exchange, SyncRequest)
        case answer(device: Int, life: Int, number: Replica.Exchange, SyncAnswer)
    }

    package init(seed: UInt64, _ schedule: Schedule = Schedule()) {
        self.seed = seed
        self.schedule = schedule
        random = SeededRandom(seed: seed)
        now = Instant(milliseconds: 1_780_000_000_000)
        begun = now
        let account = Identifier.random(using: &random)
        self.account = account
        server = ServerAccount(account: account, epoch: .random(using: &random))
        server.loadsAsTheService = true
        devices = []
        for _ in 0..<schedule.devices {
            let replica = Replica(account: account, device: .random(using: &random))
            let skew: Int64 =
                switch random.below(5) {
                case 0: Int64(random.below(7_200_000)) - 3_600_000
                case 1: (Int64(random.below(200)) - 100) * 86_400_000
                default: Int64(random.below(2000)) - 1000
                }
            devices.append(Device(replica: replica, written: Paper(replica), skew: skew))
        }
        if schedule.hasGuest { inviteGuest() }
        if schedule.isPunctual { switchRolloverOn() }
    }

    /// Runs the whole schedule, lets everything come to rest, and checks what must hold then.
    package mutating func run() throws(Violation) {
        for _ in 0..<schedule.steps {
            step += 1
            advance()
            try act()
        }
        try comeToRest()
        try check()
    }

    func violation(_ what: String) -> Violation { Violation(seed: seed, step: step, what: what) }

    func say(_ what: @autoclosure () -> String) { trace?.lines.append("\(step) \(now.text) \(what())") }

    private mutating func advance() {
        let before = now
        let passed: Int64 =
            switch random.below(40) {
            case 0: Int64(random.below(60)) * 86_400_000
            case 1...4: Int64(random.below(86_400_000))
            // Now and then two things happen in one millisecond.
            default: random.chance(20) ? 0 : Int64(random.below(20_000))
            }
        let next = now.adding(milliseconds: passed)
        if schedule.isPunctual { turnDays(until: next) }
        now = next
        for index in devices.indices where devices[index].drift != 0 {
            devices[index].skew += (now.milliseconds - before.milliseconds) * devices[index].drift / 1_000_000
        }
    }

    private mutating func act() throws(Violation) {
        let device = random.below(devices.count)
        if guest != nil, random.chance(15) { return moveGuest() }
        switch random.below(100) {
        case 0..<45: live(device)
        case 45..<62: send(device)
        case 62..<86: try deliver()
        case 86..<90: crash(device)
        case 90..<92: turnTheDay()
        case 92..<93:
            say("purge")
            server.purge(now: now)
        case 93..<94: rebalanceSortOrder()
        case 94..<96: undoSomething()
        case 96..<97:
            if schedule.restores {
                say("backup")
                backup = (server, guest)
            }
        case 97..<98: restore()
        default:
            devices[device].skew = random.chance(50) ? 0 : (Int64(random.below(100)) - 50) * 3_600_000
        }
    }
}

/// What happened in a schedule, written down only when somebody wants to read it.
package final class Trace {
    package var lines: [String] = []

    package init() {}
}
