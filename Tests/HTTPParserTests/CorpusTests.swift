import HTTPParserInvariants
import Testing

@testable import HTTPParser

@Suite struct CorpusTests {
    @Test(arguments: Example.heads) func aHeadIsAnsweredAsItsFolderSays(_ example: Example) {
        check(Conversation.read(example.bytes), against: example)
    }

    @Test(arguments: Example.chunked) func aChunkedBodyIsAnsweredAsItsFolderSays(_ example: Example) {
        // A file may go on after its body.
        var decoder = ChunkedDecoder()
        var rest = example.bytes
        while true {
            switch decoder.next(rest.span) {
            case .needMore: Issue.record("\(example.name) does not end")
            case .data(_, let consumed):
                rest.removeFirst(consumed)
                continue
            case .end: #expect(example.refusal == nil)
            case .refused(let refusal): #expect(refusal == example.refusal)
            }
            break
        }
    }

    @Test(arguments: Example.heads + Example.chunked)
    func theAnswerIsTheSameWhereverTheBytesAreCut(_ example: Example) {
        // Every position of short messages; of the long ones those around each line end and every 61st.
        let bytes = example.bytes
        let whole = Conversation.read(bytes)
        let chunks = Conversation.readChunked(bytes)
        for cut in 0...bytes.count {
            let nearLineEnd = bytes[max(0, cut - 2)..<min(bytes.count, cut + 2)].contains(0x0A)
            guard bytes.count < 1_000 || nearLineEnd || cut % 61 == 0 else { continue }
            #expect(Conversation.read(bytes, cuts: [cut]) == whole, "cut at \(cut)")
            #expect(Conversation.readChunked(bytes, cuts: [cut]) == chunks, "cut at \(cut)")
        }
        let everywhere = Array(0...bytes.count)
        #expect(Conversation.read(bytes, cuts: everywhere) == whole)
        #expect(Conversation.readChunked(bytes, cuts: everywhere) == chunks)
        #expect(Invariants.broken(by: bytes, cutAt: [bytes.count / 2]) == nil)
    }

    @Test func whatFuzzingFoundBreaksNoPromise() {
        #expect(Example.found.count > 100)
        for bytes in Example.found {
            for cut in 0...bytes.count { #expect(Invariants.broken(by: bytes, cutAt: [cut]) == nil, "\(bytes)") }
        }
    }

    @Test func everyRefusalHasAnExample() {
        let shown = Set((Example.heads + Example.chunked).compactMap(\.refusal))
        #expect(Set(Refusal.allCases).subtracting(shown).isEmpty)
    }

    private func check(_ conversation: Conversation, against example: Example) {
        if let refusal = example.refusal {
            #expect(conversation.end == .refused(refusal))
            #expect(conversation.messages.isEmpty)
        } else {
            #expect(conversation.end == .openHead(bytes: 0))
            #expect(!conversation.messages.isEmpty)
            #expect(conversation.messages.filter { !$0.isComplete }.isEmpty)
        }
    }
}
