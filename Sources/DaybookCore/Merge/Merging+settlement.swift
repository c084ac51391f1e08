extension Merging {
    /// Settles every region that the push put something into: those placed first stay, whoever comes later goes down
    /// mustDo, complementary, misc, backlog.
    ///
    /// Only regions in which somebody took a place are looked at, so lowering a limit moves nothing by itself.
    mutating func settle() {
        guard !taken.isEmpty else { return }
        var occupants: [RegionDay: [Occupant]] = [:]
        for (place, _, _) in taken { occupants[place] = [] }
        result.places = Set(occupants.keys)
        for task in slice.tasks.values {
            guard let place = task.place, !occupants[place].isNone else { continue }
            occupants[place]?.append(Occupant(id: task.id, bucket: task.bucket, placement: task.placement))
        }
        var settled: Set<RegionDay> = []
        for (place, _, entry) in taken where settled.insert(place).inserted {
            let cause = taken.last { $0.place == place }?.entry ?? entry
            for move in slice.settings.regionLimits.demotions(among: occupants[place] ?? []) {
                demote(move.id, from: move.from, to: move.to, cause: cause)
            }
        }
    }

    private mutating func demote(_ id: Identifier, from: Bucket, to bucket: Bucket, cause: Int) {
        guard let task = slice.tasks[id], let region = task.region else { return }
        let own = taken.last { $0.task == id }?.entry
        let clock = task.placement.successor(device: .zero)
        var fields: [(field: TaskField, value: FieldValue)] = [(.bucket, .bucket(bucket))]
        var given: [FieldValue] = [.bucket(from)]
        if bucket == .none {
            // The backlog has neither bucket nor date.
            fields.insert((.region, .region(.backlog)), at: 0)
            given.insert(.region(region), at: 0)
            if let date = task.scheduledDate {
                fields.append((.scheduledDate, .null))
                given.append(.date(date))
            }
        }
        conclude(
            .settlement, .set, on: id, at: clock, Patch(fields), from: result.entries[own ?? cause].operation.opId)
        guard let own else { return }
        for (mine, theirs) in zip(given, fields) {
            note(
                Conflict(
                    field: theirs.field.name, mine: mine.json, theirs: theirs.value.json, reason: .regionFull, by: clock
                ), in: own)
        }
    }
}

/// An open task in a region, as the settlement sees it.
struct Occupant: Equatable {
    var id: Identifier
    var bucket: Bucket
    var placement: HybridTime
}

extension RegionLimits {
    /// Who has to go down, and where to; `none` stands for the backlog. Settling what is settled changes nothing:
    /// within the limits everybody gets what they ask for.
    func demotions(among occupants: [Occupant]) -> [(id: Identifier, from: Bucket, to: Bucket)] {
        var room = (mustDo: mustDo, complementary: complementary, misc: misc)
        var moves: [(id: Identifier, from: Bucket, to: Bucket)] = []
        let order = occupants.ordered {
            $0.placement != $1.placement ? $0.placement < $1.placement : $0.id < $1.id
        }
        for occupant in order {
            var bucket = occupant.bucket
            if bucket == .mustDo {
                if room.mustDo > 0 { room.mustDo -= 1 } else { bucket = .complementary }
            }
            if bucket == .complementary {
                if room.complementary > 0 { room.complementary -= 1 } else { bucket = .misc }
            }
            if bucket == .misc {
                if room.misc > 0 { room.misc -= 1 } else { bucket = .none }
            }
            if bucket != occupant.bucket { moves.append((occupant.id, occupant.bucket, bucket)) }
        }
        return moves
    }
}
