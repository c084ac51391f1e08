import DaybookCore
import DaybookDevice

extension Notebook {
    /// Does one gesture, all of it or nothing. It is on the disk when this returns; saving is tried four times, with
    /// growing pauses.
    ///
    /// Throws `ImpossibleChange` for what no merge would take, and `UnsavedChange`, which holds what was wanted, when
    /// the disk does not take it.
    @discardableResult
    func act(_ body: (inout Gesture) throws(Refused) -> Void) async throws -> Step {
        do {
            return try await time.insisting {
                try performOnce { book, now throws(Refused) in try book.act(at: now, body) }
            }
        } catch let impossible as ImpossibleChange { throw impossible } catch {
            let operations = stored.operations(of: body)
            throw operations.isEmpty ? error : UnsavedChange(operations: operations, cause: error)
        }
    }

    /// The same for a gesture that makes one row. Answers what the row is called.
    func made(_ body: (inout Gesture) throws(Refused) -> Void) async throws -> Identifier {
        guard let id = try await act(body).ids.first else { throw ImpossibleChange(rejection: .unknownRow) }
        return id
    }

    /// Makes several changes as one gesture.
    package func perform(together wishes: [Edit]) async throws {
        try await act { gesture throws(Refused) in
            for wish in wishes { try gesture.perform(wish) }
        }
    }

    /// One attempt, as `StoredBook.perform`; then everybody hears of it.
    func performOnce(_ body: (inout LocalBook, Instant) throws(Refused) -> Step) throws -> Step {
        defer { tellOfOthers() }
        let step = try stored.perform(body)
        announce(step.rows)
        nap.wake()
        return step
    }
}
