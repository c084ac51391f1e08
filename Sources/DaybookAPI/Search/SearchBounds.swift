/// How much one search may read and compare. What is beyond these is read by the next request, with the cursor of the
/// answer.
struct SearchBounds: Sendable {
    /// So much folded text is a part of the account, and so many pages: what one statement looks through. It takes some
    /// 20 ms, and four times as long where the disk is asked.
    var bytes: Int64 = 16 << 20
    var pages = 600
    /// So many tasks that hold every word are put in order together. It is more than a page has, so whole pages fit.
    var matches = 5_000
    /// So many of them are read at once, to see whether they pass the filters.
    var tasks = 200
    /// After this time a search answers with what it has.
    var patience: Duration = .milliseconds(400)
    /// And after this one it does not go on to another part, if it has anything to answer with.
    var patienceWithHits: Duration = .milliseconds(25)
    /// For so long one search makes pages of what is not folded yet.
    var foldingPatience: Duration = .milliseconds(200)

    /// Every word is looked for by itself, so a part for many words is smaller.
    func bytes(for words: Int) -> Int64 { bytes * 2 / Int64(max(2, words)) }
}
