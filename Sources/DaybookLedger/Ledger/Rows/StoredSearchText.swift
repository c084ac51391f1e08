import DaybookCore

/// A task's folded text in the one of its two columns that takes it; a deleted task has none.
package struct StoredSearchText: Sendable {
    package private(set) var short: String?
    package private(set) var long: String?

    /// In bytes. A third of a page is the most that an entry of an index may take, with all else that is in it.
    static let longest = 1000

    init() {}

    package init(_ text: SearchText) {
        let text = text.text
        if text.utf8.count <= Self.longest { short = text } else { long = text }
    }
}
