import Reactor
import Synchronization

/// Tables may be spread over several servers (Citus): the server that we speak with sends each statement on to where
/// its rows are. A setting reaches those servers only by `SET LOCAL` after a `BEGIN`; whatever a function sets stays
/// here.
extension Database {
    enum Spreading: UInt8, AtomicRepresentable {
        case unknown, none, spread
    }

    /// Whether the server can spread tables. Asked once.
    public func isSpread() async throws(PostgresError) -> Bool {
        switch spreading.load(ordering: .relaxed) {
        case .none: return false
        case .spread: return true
        case .unknown:
            let rows = try await read("SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')")
            let isSpread = try rows.first?.decode(0, as: Bool.self) ?? false
            spreading.store(isSpread ? .spread : .none, ordering: .relaxed)
            return isSpread
        }
    }

    /// Runs a statement under a setting, in a transaction that was begun for it.
    func runSpread(
        _ query: Query, as kind: Submission.Kind, under setting: LocalSetting, timeout: Duration?
    ) async throws(PostgresError) -> Rows {
        do {
            return try await transaction(
                readOnly: kind == .read, attempts: kind == .read ? nil : 1, opening: [setting.query]
            ) { transaction in
                guard let rows = try await transaction.commit(after: [query], timeout: timeout).last else {
                    throw PostgresError.connectionLost
                }
                return rows
            }
        } catch let error as PostgresError {
            throw error
        } catch {
            throw .misuse("a statement failed otherwise than by PostgreSQL")
        }
    }
}

extension Query {
    /// The same where tables are not spread; where they are, this text is sent in its place, and prepared for nobody.
    public func whereSpread(_ text: String) -> Query {
        var both = self
        both.spreadText = text
        return both
    }

    /// What is sent where tables are spread.
    var spread: Query {
        guard let spreadText else { return self }
        var other = Query(unsafeSQL: spreadText)
        other.goesUnnamed = true
        return other
    }
}
