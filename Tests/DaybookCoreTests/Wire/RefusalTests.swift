import Seeds
import Testing

@testable import DaybookCore

/// Documents that are refused, in parts or whole, cost no more than those that are taken.
@Suite struct RefusalTests {
    private let device = Desk.task(1)

    /// Operations that are none, of about half a kilobyte each.
    private func push(_ count: Int) -> [UInt8] {
        let fields =
            String(repeating: #""notes":"nothing","#, count: 1) + #""title":[1,2,{"a":["#
            + "\"\(String(repeating: "x", count: 400))\"" + "]}]"
        let operations = (0..<count).map { number in
            #"{"opId":"\#(Desk.task(UInt64(number)).text)","fields":{\#(fields)},"entity":"nothing"}"#
        }
        return Array(#"{"ops":[\#(operations.joined(separator: ","))]}"#.utf8)
    }

    @Test func eachIsWalkedByItself() throws {
        try expectLinear(from: 250) { count in
            let read = try SyncRequest.read(push(count), device: device, account: .zero)
            #expect(read.operations.count == count && read.request.push.operations.isEmpty)
        }
    }

    @Test func placesAreTheSameAsFromTheBeginning() throws {
        let document = Array(
            """
            {"cursor":null, "ops" : [ {"opId":"\(Desk.task(1).text)","entity":"task","id":7},
              {"opId":"\(Desk.task(2).text)","fields":{"a":[{"b":nul}]}}]}
            """.utf8)
        let cut = #expect(throws: WireError.self) { try SyncRequest.read(document, device: device, account: .zero) }
        #expect(cut?.path == "ops[1].fields.a[0].b" && cut?.code == .syntax)
        let valid = Array(
            #"{"ops":[{"opId":"\#(Desk.task(1).text)","entity":"task","id":7}],"limit":"x"}"#.utf8)
        let wrong = #expect(throws: WireError.self) { try SyncRequest.read(valid, device: device, account: .zero) }
        #expect(wrong?.path == "limit" && wrong?.code == .type)
        let whole = try SyncRequest.read(
            Array(#"{"ops":[{"opId":"\#(Desk.task(1).text)","entity":"task","id":7}]}"#.utf8), device: device,
            account: .zero)
        guard case .refused(_, let rejection)? = whole.operations.first else { return _ = Issue.record("taken") }
        #expect(rejection.sentence.contains("ops[0].id"), "\(rejection.sentence)")
    }

    @Test func readingStopsAtTheLimit() throws {
        let document = push(11).dropLast(2) + Array(",nonsense".utf8)
        var reader = JSONReader(Array(document))
        let read = try SyncRequest.read(&reader, device: device, account: .zero, operations: 10)
        #expect(read.hasTooMany && read.operations.isEmpty)
        var enough = JSONReader(push(10))
        #expect(try !SyncRequest.read(&enough, device: device, account: .zero, operations: 10).hasTooMany)
    }

    /// A thousand rejections with many fields each: all have their code, the first have their reasons.
    @Test func reasonsOfOneAnswerAreBounded() throws {
        let fields = (0..<20).map { FieldError(field: "field\($0)", code: .wrongType, sentence: "It must be a text.") }
        let rejection = Rejection(.invalidFields, fields.map(\.sentence).joined(separator: " "), fields: fields)
        let operations = (0..<1000).map { ReadOperation.refused(opId: Desk.task($0), rejection) }
        let page = SyncPage(
            cursor: SyncCursor(epoch: .zero, revision: 0), hasMore: false, tasks: [], lists: [], settings: nil,
            outcomes: [], serverTime: Instant(milliseconds: 0), revision: 0)
        var writer = JSONWriter()
        page.write(to: &writer, answering: operations)
        #expect(writer.bytes.count < 350_000)
        let read = try SyncPage.read(writer.bytes)
        #expect(read.page.outcomes.count == 1000)
        #expect(
            read.page.outcomes.allSatisfy { outcome in
                if case .rejected(let rejection) = outcome { rejection.code == .invalidFields } else { false }
            })
    }

    @Test func aPathIsNoLongerThanAContractsNames() throws {
        let deep = String(repeating: #"{"\#(String(repeating: "n", count: 40))":"#, count: 60) + "x"
        let error = try #require(throws: WireError.self) { try JSONValue(json: Array(deep.utf8)) }
        #expect(error.path.utf8.count < 300)
    }

    @Test func unknownFieldsAreCountedOnce() throws {
        func patch(_ count: Int) {
            let members = (0..<count).map { JSONMember("unknown\($0)", 1) }
            #expect(Patch<TaskItem>(members).errors.count == 1)
        }
        try expectLinear(from: 5_000) { patch($0) }
    }

    @Test func storedUnknownFieldsAreFoundByTheirOrder() {
        var fields = UnknownFields()
        var random = RandomSeed.generator()
        for number in (0..<500).shuffled(using: &random) {
            fields.set(.init(name: "f\(number)", value: .integer(Int64(number)), clock: Desk.time(1)))
        }
        #expect(fields.entries.map(\.name) == fields.entries.map(\.name).sorted() && fields.entries.count == 500)
        #expect(fields["f77"]?.value == 77 && fields["g"] == nil && fields[""] == nil)
    }
}
