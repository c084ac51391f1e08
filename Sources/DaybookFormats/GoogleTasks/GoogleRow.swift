import DaybookCore

/// A task of Google's until its list is over, with what puts it in its place.
struct GoogleRow: Sendable {
    let held: HeldRow
    let id: String?
    let parent: String?
    /// Google's own have twenty digits.
    let position: String?
    /// The recurrence that it may go on with: of an open task that has one.
    let series: String?
    let start: String

    init(_ task: JSONObject, _ held: HeldRow) {
        self.held = held
        id = task["id"]?.text
        parent = task["parent"]?.text
        position = task["position"]?.text.flatMap { $0.utf8.count <= 100 ? $0 : nil }
        series = task["status"]?.text == "completed" ? nil : task["task_recurrence_id"]?.text
        start = series == nil ? "" : task["scheduled_time"].flatMap(GoogleTask.start(of:)) ?? task["due"]?.text ?? ""
    }
}
