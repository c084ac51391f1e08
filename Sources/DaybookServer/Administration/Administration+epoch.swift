import DaybookCore
import DaybookHost
import DaybookStore

/// The epoch: the history of the database that devices' cursors belong to.
extension Administration {
    public func epoch() async throws -> Report {
        let rows = try await database.read(
            "SELECT \(Epoch.current), epoch_began_at, timeline, \(Epoch.timeline), loses_nothing FROM instance")
        guard let row = rows.first else { throw Refusal("the database has no row in its table `instance`") }
        let (epoch, began, recorded, timeline, losesNothing) = try row.decode(
            (Identifier, Instant, String?, String, Bool).self)
        return Report([
            Report.Entry("epoch", "epoch", .string(epoch.text)),
            Report.Entry("beganAt", "began", .string(began.text)),
            Report.Entry("timeline", "timeline of PostgreSQL", timeline.isEmpty ? .null : .string(timeline)),
            Report.Entry("recordedTimeline", "  as recorded", .optional(recorded)),
            Report.Entry(
                "standbys", "standbys",
                .string((losesNothing ? StandbyKind.synchronous : .asynchronous).rawValue)),
        ])
    }

    public func rotateEpoch() async throws -> Report {
        try await database.write(Epoch.rotation(spread: try await database.isSpread()))
        return try await epoch()
    }
}
