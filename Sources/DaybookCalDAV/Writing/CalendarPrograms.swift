import DaybookCore
import DaybookFormats
import DaybookStore
import Postgres
import Synchronization

/// Which properties each device has ever sent: what it leaves out of these it means to delete.
final class CalendarPrograms: Sendable {
    private let database: Database
    private let known = Mutex<[Identifier: Set<String>]>([:])
    /// Of so many devices it is remembered; of the others it is read.
    private static let most = 4096
    /// Names that a device has made up without end are not all learnt.
    private static let mostNames = 400

    init(_ database: Database) { self.database = database }

    func program(of device: Identifier, _ account: Identifier) async throws -> CalendarProgram {
        if let names = known.withLock({ $0[device] }) { return CalendarProgram(knownNames: names) }
        let rows = try await database.read(
            of: account,
            "SELECT names FROM dav_client WHERE account_id = \(account) AND device_id = \(device)")
        let names = Set(try rows.first?.decode(0, as: [String].self) ?? [])
        remember(names, of: device)
        return CalendarProgram(knownNames: names)
    }

    /// The statement that writes down what is new, with the change itself; nil where nothing is.
    func learning(
        _ names: Set<String>, of device: Identifier, _ account: Identifier, beside program: CalendarProgram
    ) -> Query? {
        let new = names.subtracting(program.knownNames).filter { $0.utf8.count <= 96 }
        guard !new.isEmpty, program.knownNames.count + new.count <= Self.mostNames else { return nil }
        return """
            INSERT INTO dav_client (account_id, device_id, names)
            SELECT account_id, device_id, \(new.sorted()) FROM device
            WHERE account_id = \(account) AND device_id = \(device)
            ON CONFLICT (account_id, device_id) DO UPDATE
                SET names = ARRAY(SELECT DISTINCT unnest(dav_client.names || excluded.names)
                    LIMIT \(Int32(Self.mostNames)))
            """
    }

    func remember(_ names: Set<String>, of device: Identifier) {
        known.withLock { known in
            if known.count >= Self.most { known = [:] }
            known[device, default: []].formUnion(names.prefix(Self.mostNames))
        }
    }
}
