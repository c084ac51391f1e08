import DaybookCore
import DaybookDevice

extension Desk {
    func write(_ groups: [Sight.Group], to writer: inout JSONWriter) {
        writer.objects("groups", groups) { writer, group in
            switch group.heading {
            case .date(let date): writer.member("date", date)
            case .age(let age): writer.member("age", age.rawValue)
            case .bucket(let bucket, let fill, let isLocked):
                writer.member("bucket", bucket.name)
                fill.writeMembers(to: &writer)
                writer.member("locked", isLocked)
            }
            writer.member("first", group.first)
            writer.member("count", group.count)
        }
    }

    /// The day at a glance.
    func write(_ glance: DayGlance, to writer: inout JSONWriter) {
        writer.object("board") { writer in
            writer.objects("regions", glance.parts) { writer, part in
                writer.member("region", part.cell.region.name)
                writer.name("mustDo")
                if let task = part.cell.mustDo {
                    writer.object { writer in
                        writer.member("id", task.id)
                        writer.member("title", task.title)
                        writer.member("state", task.state.name)
                    }
                } else {
                    writer.null()
                }
                writer.object("fills") { writer in
                    writer.member("mustDo", part.mustDos)
                    writer.member("complementary", part.cell.complementary)
                    writer.member("misc", part.cell.misc)
                }
                writer.member("progress", part.cell.progress)
                writer.member("locked", part.isLocked)
            }
            writer.member("backlog", glance.board.backlog)
            writer.member("backlogLimit", settings.backlogLimit)
            writer.member("overall", glance.board.overall)
        }
    }
}
