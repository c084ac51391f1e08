/// Who may begin an account on this server.
public enum RegistrationPolicy: String, CaseIterable, Sendable {
    /// Everybody.
    case open
    /// Whoever brings an invitation.
    case invite
    /// Nobody; accounts are made on the command line.
    case closed
}
