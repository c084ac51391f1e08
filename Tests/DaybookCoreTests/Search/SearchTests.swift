import Testing

@testable import DaybookCore

@Suite struct SearchTests {
    private func found(_ words: String, in titles: [String]) -> [String] {
        SearchQuery(words).hits(among: titles.map { TaskItem.named($0) }).map(\.task.title)
    }

    @Test(arguments: [
        ("Buy Milk!", " buy milk \n"), ("Crème brûlée", " creme brulee \n"),
        ("Straße, Ærø; ŁÓDŹ", " strasse aero lodz \n"),
        ("don’t panic", " dont panic \n"), ("e\u{301}tude", " etude \n"), ("ＭＩＬＫ ２", " milk 2 \n"),
        ("🛒milk", " 🛒 milk \n"), ("買牛奶，明天", " 買牛奶 明天 \n"), ("ガス", " ガス \n"), ("İstanbul", " istanbul \n"),
        ("Ёлка", " елка \n"), ("!!!", " \n"), ("a\u{0}b\u{200F}c", " a bc \n"), ("50%_\\", " 50 \n"),
        ("שָׁלוֹם", " שָׁלוֹם \n"),
        ("v1.2", " v1 2 \n"),
    ])
    func textIsFolded(title: String, folded: String) { #expect(SearchText(title: title).text == folded) }

    @Test func notesAreApartFromTheTitle() {
        let text = SearchText(title: "Buy milk", notes: "From the\nshop")
        #expect(text.text == " buy milk \nfrom\nthe\nshop\n")
        #expect(SearchText(beginning: text.text).notesStart == text.notesStart)
    }

    @Test func aScopeHoldsWhatItsFiltersSay() throws {
        var task = TaskItem.named("Buy milk", .active)
        let date = try #require(CalendarDate("2026-11-21"))
        let due = try #require(Instant("2026-11-21T12:00:00Z"))
        func holds(_ change: (inout SearchScope) -> Void) -> Bool {
            var scope = SearchScope()
            change(&scope)
            return scope.holds(task)
        }
        #expect(holds { _ in } && holds { $0.list = .nowhere })
        #expect(holds { $0.region = .nowhere } && !holds { $0.region = .to(.morning) })
        #expect(holds { $0.states = [.active] } && !holds { $0.states = [.completed] })
        // Without a date or a time it is in no range of them.
        #expect(!holds { $0.scheduledFrom = date } && !holds { $0.dueBefore = due })
        (task.scheduledDate, task.dueAt, task.listId, task.region) = (date, due, task.id, .morning)
        #expect(holds { $0.list = .to(task.id) } && !holds { $0.list = .nowhere })
        #expect(holds { $0.region = .to(.morning) } && !holds { $0.region = .nowhere })
        #expect(holds { ($0.scheduledFrom, $0.scheduledTo) = (date, date) })
        #expect(!holds { $0.scheduledFrom = date.adding(days: 1) } && !holds { $0.scheduledTo = date.adding(days: -1) })
        #expect(holds { $0.dueFrom = due } && !holds { $0.dueBefore = due })
    }

    /// A word before a beginning, that before a part, and that before a misspelling.
    @Test func whatAnswersBetterComesFirst() {
        #expect(
            found("market", in: ["maarket", "supermarket", "marketing", "go to market", "mark"])
                == ["go to market", "marketing", "supermarket", "maarket"])
    }

    @Test func titlesComeBeforeNotesAndOpenTasksBeforeCompletedOnes() {
        var inNotes = TaskItem.named("Shopping")
        inNotes.notes = "and milk"
        let tasks = [inNotes, TaskItem.named("milk", .completed), TaskItem.named("Milk", .active)]
        #expect(SearchQuery("milk").hits(among: tasks).map(\.task.title) == ["Milk", "milk", "Shopping"])
        #expect(SearchQuery("milk").hits(among: tasks).map(\.isMisspelt) == [false, false, false])
    }

    @Test func everyWordMustBeThere() {
        #expect(found("milk tues", in: ["Milk on Tuesday", "Milk", "Tuesday"]) == ["Milk on Tuesday"])
        #expect(found("tuesday milk milk", in: ["Milk on Tuesday"]) == ["Milk on Tuesday"])
    }

    @Test func whatIsDeletedIsNotFound() {
        #expect(SearchQuery("milk").hits(among: [TaskItem.named("milk", deleted: true)]).isEmpty)
    }

    @Test(arguments: [
        ("牛", "買牛奶", true), ("牛奶", "買牛奶", true), ("ミ", "オレンジミルク", true), ("นม", "ซื้อนมพรุ่งนี้", true),
        ("우유", "저지방우유를", true), ("奶", "milk", false), ("m", "Buy milk", true), ("il", "Buy milk", false),
        ("ilk", "Buy milk", true), ("☕", "☕ with Ada", true), ("café", "Cafe", true), ("CAFE", "café", true),
        ("שלום", "שלום עולם", true),
    ])
    func shortWordsAndScriptsWithoutSpaces(query: String, title: String, isFound: Bool) {
        #expect(found(query, in: [title]) == (isFound ? [title] : []))
    }

    @Test(arguments: [
        ("mlik", "milk", true), ("milj", "milk", true), ("mil k", "milk", false), ("mik", "milk", false),
        ("recieve", "receive", true), ("dentst", "dentist", true), ("birtday", "birthday", true),
        ("bilk", "milk", false),
        ("accomodaton", "accommodation", true), ("groceris", "groceries", true), ("house", "mouse", false),
        ("plants", "planet", false), ("2025", "2026", false), ("Gehält", "gehalt", true),
    ])
    func misspellingsAreForgiven(query: String, title: String, isFound: Bool) {
        #expect(found(query, in: [title]) == (isFound ? [title] : []))
    }

    @Test(arguments: ["", "   ", "%", "_", "\\", "'\"", "!!!", "\u{202E}", "()&|<->*:"])
    func withoutAWordNothingIsFound(query: String) {
        #expect(SearchQuery(query).words.isEmpty && found(query, in: ["milk", "!!!", ""]).isEmpty)
    }

    @Test func aQueryHasSoManyWordsAtMost() {
        let words = (0..<100).map { "w\($0)" }.joined(separator: " ")
        #expect(SearchQuery(words).words.count == SearchQuery.mostWords)
        #expect(SearchQuery(String(repeating: "x", count: 10_000)).words.count == 1)
    }

    private func marked(_ pieces: [SearchHighlights.Piece]?) -> String? {
        pieces.map { $0.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined() }
    }

    @Test(arguments: [
        ("milk", "Buy Milk", "Buy [Milk]"), ("mil", "Buy Milkshake", "Buy [Mil]kshake"),
        ("ilk", "Silk milk", "S[ilk] m[ilk]"),
        ("creme", "Crème brûlée", "[Crème] brûlée"), ("strass", "Hauptstraße 5", "Haupt[straß]e 5"),
        ("牛奶", "買牛奶", "買[牛奶]"),
        ("mlik", "Buy milk", "Buy [milk]"), ("dont", "I don't", "I [don't]"), ("b", "<b>bold</b>", "<[b]>[b]old</[b]>"),
        ("👨‍👩‍👧", "Call 👨‍👩‍👧 now", "Call [👨‍👩‍👧] now"), ("bu milk", "Buy milk", "[Bu]y [milk]"),
        ("old bold", "bold", "[bold]"),
    ])
    func whatWasFoundIsMarked(query: String, title: String, expected: String) {
        let hits = SearchQuery(query).hits(among: [TaskItem.named(title)])
        #expect(marked(hits.first?.highlights.title) == expected)
        #expect(hits.first?.highlights.notes == nil)
    }

    @Test func notesAreShownAroundTheFirstFind() throws {
        var task = TaskItem.named("Shopping")
        task.notes = String(repeating: "word ", count: 100) + "milk" + String(repeating: " word", count: 100)
        let notes = try #require(SearchQuery("milk").hits(among: [task]).first?.highlights.notes)
        let text = notes.map(\.text).joined()
        #expect(text.count == 160 && notes.filter(\.isMatch).map(\.text) == ["milk"])
        #expect(notes.first?.text.count == 40)
    }
}
