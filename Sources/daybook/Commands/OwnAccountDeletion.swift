import DaybookAPI
import DaybookClient
import DaybookCore
import DaybookHost
import DaybookServer
import Glibc

/// The deletion of this device's own account.
enum OwnAccountDeletion {
    static func run(_ invocation: Invocation) -> ExitCode {
        CommandSession.run(invocation) { session in
            guard await session.notebook.hasAccount else {
                throw Refusal(sentence: "\(SyncTrouble.alone.sentence) An operator names the ACCOUNT to delete.")
            }
            let account = try await session.notebook.asked("GET", "/v1/account")
            let id = await session.notebook.status.account
            let warning = await warning(account, session)
            if !invocation.has("yes"), isatty(STDIN_FILENO) == 1 {
                Terminal.complain(warning)
                if Question.isAnswered("Write all of it into a file in this folder first?") == true {
                    try await OwnAccountExport(order: ExportOrder(), place: ExportPlace(nil)).write(session, of: id)
                }
            }
            try session.confirm(invocation, "Delete the account?", by: "delete")
            let proof = try proof(invocation, isClaimed: account["claimed"] == true, id)
            do { try await session.notebook.deleteAccount(proof) } catch EntryFailure.refused("proof_required", _, _) {
                throw Refusal(
                    sentence:
                        "this account is signed in to through a provider or a passkey; delete it in an app that does so, or give it a password first with 'daybook claim'",
                    code: .forbidden)
            }
            session.tell("deleted") { $0.identifier(id) }
            session.say("The account is deleted. This notebook is empty, and on this device alone.")
        }
    }

    private static func warning(_ account: JSONValue, _ session: CommandSession) async -> String {
        let status = await session.notebook.status
        func count(_ name: String, _ one: String) -> String {
            guard case .integer(let number)? = account["counts"]?[name] else { return "all \(one)s" }
            return number == 1 ? "1 \(one)" : "\(number) \(one)s"
        }
        let server = status.server.map(TerminalStyle.line) ?? "its server"
        let unsent = status.pending > 0 ? " \(status.pending) changes of this device were never sent." : ""
        return """
            This deletes the account \(status.account.text.prefix(8)) at \(server) for good: \(count("tasks", "task")), \
            \(count("lists", "list")), all history, settings and reminders, and the access of \(count("devices", "device")). \
            This notebook is emptied too.\(unsent) Nobody can bring it back.
            """
    }

    /// A token alone proves too little: whoever found the device has it.
    private static func proof(
        _ invocation: Invocation, isClaimed: Bool, _ account: Identifier
    ) throws -> OwnerProof {
        if invocation.has("recovery-code") { return .recoveryCode(try Secrets.hidden("Recovery code")) }
        if isClaimed { return .password(try Secrets.hidden("Password")) }
        if isatty(STDIN_FILENO) == 1 { Terminal.complain("The account's id, or its first eight letters:") }
        let typed = try Secrets.line().lowercased()
        guard typed.utf8.count >= 8, account.text.hasPrefix(typed) else {
            throw Refusal(
                sentence: "this is not the account's id, which 'daybook status' shows; nothing was deleted",
                code: .forbidden)
        }
        return .account(account)
    }
}
