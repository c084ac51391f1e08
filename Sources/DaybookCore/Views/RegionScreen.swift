/// The screen of one region of the day: its tasks of today by bucket.
public struct RegionScreen: Hashable, Sendable {
    /// The tasks of one size.
    public struct Group: Hashable, Sendable {
        /// Must-do, complementary or misc.
        public let bucket: Bucket
        /// How many are open, of how many that may be.
        public let fill: Board.Fill
        /// The open ones, then those that were completed today.
        public let tasks: [TaskItem]
    }

    /// Morning, Afternoon or Evening.
    public let region: Region
    /// Must-do, complementary, misc; a group may be empty.
    public let groups: [Group]
    /// How much of the region is done.
    public var progress: Board.Progress {
        let tasks = groups.flatMap { $0.tasks }
        return Board.Progress(done: tasks.count { $0.isCompleted }, total: tasks.count)
    }
}

extension Moment {
    /// Nil for the backlog: it has neither dates nor buckets.
    package func regionScreen(
        _ region: Region, _ tasks: some Sequence<TaskItem>, limits: RegionLimits = RegionLimits()
    ) -> RegionScreen? {
        guard region != .backlog else { return nil }
        let placed = self.region(region, tasks)
        let groups = [Bucket.mustDo, .complementary, .misc].map { bucket in
            let tasks = placed.filter { $0.bucket == bucket }
            let fill = Board.Fill(open: tasks.count { !$0.isCompleted }, limit: limits[bucket])
            return RegionScreen.Group(bucket: bucket, fill: fill, tasks: tasks)
        }
        return RegionScreen(region: region, groups: groups)
    }
}
