import DaybookLedger
import HTTP

extension LedgerRefusal: AnswerableError {
    package var problem: Problem {
        switch self {
        case .cursorGone: Problem(.cursorGone)
        case .tooMuchAtOnce: Problem(.tooMuchAtOnce)
        case .noRoom(let excess, let quotas): Problem(excess, quotas)
        }
    }
}

extension NoAccount: AnswerableError {
    package var problem: Problem { .unauthenticated }
}

extension Problem {
    init(_ excess: Quotas.Excess, _ quotas: Quotas) {
        let detail = quotas.words(of: excess)
        switch excess {
        case .tasks(let limit, let used):
            self.init(
                .taskQuotaExceeded, detail: detail,
                members: [Member("limit", .number(limit)), Member("used", .number(used))])
        case .bytes(let limit, let used):
            self.init(
                .byteQuotaExceeded, detail: detail,
                members: [Member("limit", .number(limit)), Member("used", .number(Int(used)))])
        }
    }
}

extension Quotas {
    /// How much there may be and is, and what gives more.
    package func words(of excess: Excess) -> String {
        let room =
            switch excess {
            case .tasks(let limit, let used): "The account may have \(limit) tasks and has \(used)."
            case .bytes(let limit, let used): "The account may hold \(limit) bytes and holds \(used)."
            }
        guard isOfUnclaimed else { return room }
        return "\(room) With an email login it may have more: claim it, in the terminal with 'daybook claim EMAIL'."
    }
}

extension ProblemType {
    package static let cursorGone = ProblemType(
        "cursor_gone", .gone, "The cursor cannot be continued; pull everything and keep what was not sent")
    package static let tooMuchAtOnce = ProblemType(
        "too_much_at_once", .contentTooLarge,
        "The operations affect too much text; send them in several pushes")
    static let taskQuotaExceeded = ProblemType(
        "task_quota_exceeded", .forbidden, "The account would exceed its limit of tasks; nothing was done")
    static let byteQuotaExceeded = ProblemType(
        "byte_quota_exceeded", .forbidden, "The account would exceed its storage limit; nothing was done")
}
