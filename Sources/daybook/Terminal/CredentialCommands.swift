import DaybookClient
import DaybookCore

/// An email and a password for an account that began without.
enum ClaimCommand {
    static let command = CommandSession.command(
        "claim", "Give this account an email and a password",
        about:
            "With them other devices can log in. The password is asked for twice, or read from standard input. The recovery codes are shown once: each replaces a forgotten password, once.",
        words: [Command.Word(name: "EMAIL", help: "The email to log in with. No mail is ever sent to it.")],
        options: [Command.json, NotebookPlace.option],
        examples: ["daybook claim anna@example.org": "then, elsewhere: daybook login URL --email anna@example.org"],
        run: { invocation, session in
            guard await session.notebook.hasAccount else { throw Refusal.alone }
            let email = invocation.words[0]
            let codes = try await session.notebook.claim(email: email, password: try Secrets.newPassword())
            session.say("This account now belongs to \(TerminalStyle.line(email)).")
            session.show(recoveryCodes: codes)
        })
}

enum PasswordCommand {
    static let command = CommandSession.command(
        "password", "Change the password of this account",
        about:
            "Asks for the present password and twice for the new one; without a terminal they are two lines of standard input.",
        options: [
            .init(name: "recovery-code", help: "Use a recovery code instead of the present password."),
            .init(
                name: "end-sessions", help: "Every other device has to log in again; passkeys, feeds and codes end."),
            Command.json, NotebookPlace.option,
        ],
        examples: ["daybook password --end-sessions": "after a device was lost"],
        run: { invocation, session in
            guard await session.notebook.hasAccount else { throw Refusal.alone }
            let proof =
                invocation.has("recovery-code")
                ? JSONMember("recoveryCode", .string(try Secrets.hidden("Recovery code")))
                : JSONMember("password", .string(try Secrets.hidden("Present password")))
            let new = try Secrets.newPassword()
            _ = try await session.notebook.asked(
                "PUT", "/v1/account/password",
                [
                    proof, JSONMember("newPassword", .string(new)),
                    JSONMember("endOtherSessions", .bool(invocation.has("end-sessions"))),
                ])
            session.tell("changed") { $0.bool(true) }
            session.say("The password is changed.")
            if invocation.has("end-sessions") {
                session.say("The recovery codes of before are good no more; `daybook recovery-codes` makes new ones.")
            }
        })
}

enum RecoveryCodesCommand {
    static let command = CommandSession.command(
        "recovery-codes", "Make ten new recovery codes; the old ones stop working",
        about:
            "Asks for the password, or reads it from standard input; with a second factor also for a code. The codes are shown once.",
        options: [Command.json, NotebookPlace.option],
        examples: ["daybook recovery-codes": "print them and put them away"],
        run: { _, session in
            guard await session.notebook.hasAccount else { throw Refusal.alone }
            let password = JSONMember("password", .string(try Secrets.hidden("Password")))
            func renew(_ more: [JSONMember]) async throws -> JSONValue {
                try await session.notebook.asked("POST", "/v1/account/recovery-codes", [password] + more)
            }
            let answer: JSONValue
            do { answer = try await renew([]) } catch EntryFailure.refused("proof_required", _, _) {
                answer = try await renew([try Secrets.second().member])
            }
            guard case .array(let codes)? = answer["recoveryCodes"] else { throw EntryFailure.unreadable }
            session.show(recoveryCodes: codes.compactMap(\.text))
        })
}

extension CommandSession {
    fileprivate func show(recoveryCodes codes: [String]) {
        tellObject { $0.member("recoveryCodes", codes) }
        say("Recovery codes, each good for one log-in. They are shown only now:")
        for code in codes { say("  " + TerminalStyle.line(code)) }
    }
}
