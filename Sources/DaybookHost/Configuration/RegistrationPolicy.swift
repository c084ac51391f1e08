/// Who may create an account on this server.
public enum RegistrationPolicy: String, CaseIterable, Sendable {
    /// Anyone.
    case open
    /// Anyone with an invitation.
    case invite
    /// No one; accounts are created on the command line.
    case closed
}
