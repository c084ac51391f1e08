import Testing

@testable import DaybookCore

@Suite struct LanguageTests {
    @Test(arguments: [
        ("", Language.english), ("en", .english), ("de", .german), ("de-AT", .german), ("DE-at", .german),
        ("fr, de;q=0.8, en;q=0.7", .german), ("en;q=0.8,de", .german), ("de;q=0.5, en-GB;q=0.9", .english),
        ("de;q=0", .english), ("*", .english), ("fr, *;q=0.1, de;q=0.2", .german), ("fr", .english),
        ("de;q=none", .english), ("de ; q=0.9, en; q=0.3", .german), (";;;,,,q=1", .english), ("deutsch", .english),
        ("de_DE.UTF-8", .german), ("C.UTF-8", .english),
    ])
    func whatAClientLikesBest(_ field: String, _ language: Language) {
        #expect(Language(accepting: field) == language)
    }

    @Test func aFieldWithoutEndIsNotReadToItsEnd() {
        #expect(Language(accepting: String(repeating: "fr,", count: 5_000) + "de") == .english)
    }

    /// Everything that is said is said in each language, differently, and with everything that it is about.
    @Test(arguments: Language.allCases.filter { $0 != .english })
    func everyPhraseIsTranslated(_ language: Language) {
        let limits = RegionLimits(mustDo: 71, complementary: 72, misc: 73)
        let phrases: [(Phrase, [String])] = [
            (.added("Milk", .inbox), ["Milk"]), (.added("Milk", .today), ["Milk"]), (.completedToday(71), ["71"]),
            (.tasksCompleted(71, .today), ["71"]), (.tasksCompleted(71, .thisWeek), ["71"]),
            (.tasksCompleted(71, .thisMonth), ["71"]), (.nothingEverCompleted, []), (.nothingCompletedLastMonth, []),
            (.trend(thisMonth: 71, lastMonth: 71), ["71"]), (.trend(thisMonth: 71, lastMonth: 72), ["71", "72"]),
            (.trend(thisMonth: 72, lastMonth: 71), ["71", "72"]), (.quietWeek(waits: true), []),
            (.quietWeek(waits: false), []), (.review(done: 71, before: 0), ["71"]),
            (.review(done: 71, before: 1), ["71", "70"]), (.review(done: 1, before: 72), ["71"]),
            (.review(done: 71, before: 71), ["71"]), (.today, []), (.tomorrow, []), (.yesterday, []),
            (.earlierThisWeek, []), (.older, []), (.noMustDo, []), (.nothingDueToday, []),
            (.regionFull(.afternoon, limits), ["71", "72", "73"]), (.backlogFull(71), ["71"]),
            (.complementaryLocked(.evening), []),
        ]
        for (phrase, parts) in phrases {
            let text = language.text(phrase)
            #expect(text != Language.english.text(phrase))
            for part in parts { #expect(text.contains(part), "\(text)") }
        }
        #expect(Set(phrases.map { language.text($0.0) }).count == phrases.count, "no two sound the same")
    }
}
