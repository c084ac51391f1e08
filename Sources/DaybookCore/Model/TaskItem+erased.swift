/// What a task is whose words were erased for good: deleted, and its title says nothing, in any language.
extension TaskItem {
    /// With a no-break space behind it, so that nobody can give it to a task: what stands around a title is cut off
    /// from whatever anybody sends, by every release.
    package static let erasedTitle = "•••\u{A0}"

    package var isErased: Bool { isDeleted && title == Self.erasedTitle }
}
