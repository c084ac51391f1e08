/// What a task is whose words were erased for good: deleted, and its title says nothing, in any language.
extension TaskItem {
    package static let erasedTitle = "•••"

    package var isErased: Bool { isDeleted && title == Self.erasedTitle }
}
