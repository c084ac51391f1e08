import DaybookCore

extension Desk {
    /// How the device stands with the server, and what it lacks.
    func writeStanding(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("waiting", replica.outbox.count)
            writer.member("refused", book.troubles.refused.count)
            writer.member("lost", book.troubles.lost.count)
            writer.name("trouble")
            writeTrouble(to: &writer)
            let cursor = replica.cursor.flatMap { $0.snapshotFrom == nil ? $0 : nil }
            writer.member("cursor", cursor?.text)
            writer.member("revision", replica.base.revision)
            writer.member("behind", max(0, book.told - replica.base.revision))
            writer.member("isReading", replica.cursor == nil || replica.cursor?.snapshotFrom != nil)
            let zone = settings.timeZone
            writer.member("zone", zone)
            #if hasFeature(Embedded)
            writer.member("isZoneKnown", Zone.isGiven(zone))
            #else
            writer.member("isZoneKnown", true)
            #endif
            writer.member("unfolded", notes.writesSinceFolding)
        }
    }

    private func writeTrouble(to writer: inout JSONWriter) {
        if case .wantsConfirmation(let deletions, let total) = replica.massDelete {
            return writer.object { writer in
                writer.member("kind", "wantsConfirmation")
                writer.member("deletions", deletions)
                writer.member("of", total)
            }
        }
        guard let trouble = book.sync.trouble else { return writer.null() }
        writer.object { writer in
            switch trouble {
            case .alone: writer.member("kind", "alone")
            case .unreachable: writer.member("kind", "unreachable")
            case .unwell(let status):
                writer.member("kind", "unwell")
                writer.member("status", status)
            case .busy: writer.member("kind", "busy")
            case .revoked: writer.member("kind", "revoked")
            case .readOnly: writer.member("kind", "readOnly")
            case .unreadable: writer.member("kind", "unreadable")
            case .refused(let code, let sentence):
                writer.member("kind", "refused")
                writer.member("code", code)
                writer.member("sentence", sentence)
            case .told, .wantsConfirmation: writer.member("kind", "told")
            }
        }
    }
}
