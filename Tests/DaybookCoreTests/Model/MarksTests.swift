import Foundation
import Testing

@testable import DaybookCore

/// Letters with more marks than any language has.
@Suite struct MarksTests {
    /// Two blocks, each of which would have to change places with the other.
    private func marked(_ count: Int) -> String {
        "a" + String(repeating: "\u{592}", count: count) + String(repeating: "\u{591}", count: count)
    }

    @Test(.timeLimit(.minutes(1))) func theyArePutInOrderInAsManySteps() throws {
        try expectLinear(from: 20_000) { size in
            let text = marked(size)
            for form in [text.composed, text.smallCompatible, text.compatible] {
                #expect(form.unicodeScalars.count == text.unicodeScalars.count)
            }
        }
        // A tag of a megabyte is none, and that is found out soon.
        #expect(Tag.read(marked(250_000)) == nil)
    }

    /// As many as a language may have are put in order as everywhere.
    @Test(arguments: [1, 15, 32]) func ofFewTheOrderIsUnicodes(count: Int) {
        let text = String(repeating: "x", count: 200) + marked(count) + "e\u{301} ﬃ"
        #expect(Array(text.composed.utf8) == Array(text.precomposedStringWithCanonicalMapping.utf8))
        #expect(Array(text.compatible.utf8) == Array(text.precomposedStringWithCompatibilityMapping.utf8))
    }
}
