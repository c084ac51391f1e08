import DaybookCore
import HTTP

extension ProblemType {
    static let secondFactorRequired = ProblemType(
        "second_factor_required", .unauthorized,
        "The account asks for a code as well; send the same again with one of those that `accepts` names")
    static let secondFactorFailed = ProblemType(
        "second_factor_failed", .unauthorized, "The code is wrong, too old, or was used already")
    static let secondFactorOn = ProblemType(
        "second_factor_on", .conflict, "The account has a second factor already; remove it first")
    static let secondFactorNotBegun = ProblemType(
        "second_factor_not_begun", .conflict, "The account has no second factor to do that with; begin one first")

    package static let ofSecondFactor: [ProblemType] = [
        .secondFactorRequired, .secondFactorFailed, .secondFactorOn, .secondFactorNotBegun,
    ]
}

extension Problem {
    /// What the client needs to ask its person: what counts, and for how long a device can be trusted.
    static func secondFactorRequired(_ accepts: [String]) -> Problem {
        Problem(
            .secondFactorRequired,
            members: [
                accepting(accepts), Member("digits", .number(TimedCode.digits)),
                Member("trustDays", .number(Int(SecondFactors.trust.components.seconds / 86_400))),
            ])
    }

    static func accepting(_ names: [String]) -> Member {
        var json = JSONWriter()
        json.array(names) { $0.string($1) }
        return Member("accepts", .json(json.bytes))
    }
}
