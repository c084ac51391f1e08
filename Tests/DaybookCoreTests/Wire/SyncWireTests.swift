import Seeds
import Testing

@testable import DaybookCore

@Suite struct SyncWireTests {
    static let seed = RandomSeed.current
    static let device = Identifier(high: 1, low: 2)
    static let account = Identifier(high: 3, low: 4)

    static func read(_ document: String) throws(WireError) -> ReadSyncRequest {
        try SyncRequest.read(Array(document.utf8), device: device, account: account)
    }

    @Test func requestsSurviveTheRoundTrip() throws {
        var random = SeededRandom(Self.seed)
        for _ in 0..<100 {
            let operations = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                WireSample.operation(&random, device: Self.device)
            }
            let cursor = SyncCursor(
                epoch: WireSample.id(&random), revision: .random(in: 0...Int64.max, using: &random),
                snapshotFrom: WireSample.maybe(&random) { .random(in: 0...9, using: &$0) })
            let request = SyncRequest(
                device: Self.device, cursor: Bool.random(using: &random) ? cursor : nil,
                push: Push(
                    operations: operations, from: Self.device, sentAt: WireSample.maybe(&random, WireSample.instant),
                    confirmsMassDelete: .random(using: &random)), limit: .random(in: 1...1000, using: &random))
            var writer = JSONWriter()
            request.write(to: &writer)
            let read = try SyncRequest.read(writer.bytes, device: Self.device, account: Self.account)
            #expect(read.request == request, "\(Self.seed)")
            #expect(read.operations == operations.map(ReadOperation.operation), "\(Self.seed)")
        }
    }

    @Test func pagesSurviveTheRoundTrip() throws {
        var random = SeededRandom(Self.seed)
        for _ in 0..<40 {
            let operations = (0..<5).map { _ in WireSample.operation(&random, device: Self.device) }
            var page = SyncPage(
                cursor: SyncCursor(epoch: WireSample.id(&random), revision: 5), hasMore: .random(using: &random),
                tasks: (0..<10).map { _ in WireSample.task(&random) },
                lists: (0..<3).map { _ in WireSample.list(&random) },
                settings: WireSample.maybe(&random, WireSample.settings),
                outcomes: operations.map { _ in WireSample.outcome(&random) },
                serverTime: WireSample.instant(&random), revision: 9)
            page.clockShift = [0, 7_200_000, -61_000].randomElement(using: &random)!
            var writer = JSONWriter()
            page.write(to: &writer, answering: operations.map(ReadOperation.operation))
            let read = try SyncPage.read(writer.bytes)
            #expect(read.page == page, "\(Self.seed)")
            #expect(read.answered == operations.map(\.opId))
        }
    }

    static let op =
        #""opId":"00000000-0000-4000-8000-00000000000a","entity":"task","id":"00000000-0000-4000-8000-00000000000b","at":"2026-11-21T09:15:00.123Z+0003""#

    /// sync.md: absent is untouched, null is cleared; the device is the pusher's.
    @Test func anOperationAsItIsWritten() throws {
        let request = try Self.read(#"{"ops":[{\#(Self.op),"kind":"set","fields":{"title":"a","notes":null}}]}"#)
        let operation = try #require(request.request.push.operations.first)
        #expect(operation.fields == [JSONMember("title", "a"), JSONMember("notes", nil)])
        #expect(operation.at == HybridTime(Instant("2026-11-21T09:15:00.123Z")!, counter: 3, device: Self.device))
        #expect(operation.kind == .set && operation.entity == .task && operation.reopens == nil)
        var writer = JSONWriter()
        operation.write(to: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{\#(Self.op),"kind":"set","fields":{"title":"a","notes":null}}"#)
    }

    @Test func defaults() throws {
        let empty = try Self.read("{}").request
        #expect(empty.cursor == nil && empty.push.operations.isEmpty && empty.limit == 500 && empty.push.sentAt == nil)
        #expect(!empty.push.confirmsMassDelete)
        #expect(try Self.read(#"{"limit":5000}"#).request.limit == 1000)
        #expect(try Self.read(#"{"cursor":null,"sentAt":null,"future":[1,{"a":2}]}"#).request.cursor == nil)
        // An account has one row of settings, so their operation needs no id; and `set` is the usual kind.
        let settings = try Self.read(
            #"{"ops":[{"opId":"00000000-0000-4000-8000-00000000000a","entity":"settings","at":"2026-11-21T09:15:00Z"}]}"#
        )
        #expect(settings.request.push.operations.first?.id == Self.account)
        #expect(settings.request.push.operations.first?.kind == .set)
    }

    /// One operation that says nonsense is answered by itself; the others go through.
    @Test(arguments: [
        (#""entity":"task","id":"00000000-0000-4000-8000-00000000000b""#, "ops[1].at"),
        (#""entity":"boat","id":"00000000-0000-4000-8000-00000000000b","at":"2026-11-21T09:15:00Z""#, "ops[1].entity"),
        (#""entity":"task","id":"7","at":"2026-11-21T09:15:00Z""#, "ops[1].id"),
        (#""entity":"task","at":"2026-11-21T09:15:00Z""#, "ops[1].id"),
        (#""entity":"task","id":"00000000-0000-4000-8000-00000000000b","at":"yesterday""#, "ops[1].at"),
        (
            #""entity":"task","id":"00000000-0000-4000-8000-00000000000b","at":"2026-11-21T09:15:00Z","fields":[]"#,
            "ops[1].fields"
        ),
        (
            #""entity":"task","id":"00000000-0000-4000-8000-00000000000b","at":"2026-11-21T09:15:00Z","fields":{"a":1,"a":2}"#,
            "ops[1].fields.a"
        ),
        (
            #""entity":"task","id":"00000000-0000-4000-8000-00000000000b","at":"2026-11-21T09:15:00Z","kind":"explode""#,
            "ops[1].kind"
        ),
    ])
    func aBadOperationDoesNotJamTheQueue(_ rest: String, _ path: String) throws {
        let bad = #"{"opId":"00000000-0000-4000-8000-0000000000bb",\#(rest)}"#
        let read = try Self.read("{\"ops\":[{\(Self.op)},\(bad),{\(Self.op)}]}")
        #expect(read.request.push.operations.count == 2)
        guard case .refused(let opId, let rejection) = read.operations[1] else { return _ = Issue.record("\(read)") }
        #expect(opId.text == "00000000-0000-4000-8000-0000000000bb")
        #expect(rejection.code == .invalidOperation && rejection.sentence.contains(path))
        #expect(!rejection.sentence.contains("boat") && !rejection.sentence.contains("yesterday"))
        // Its answer stands in its place.
        var writer = JSONWriter()
        let page = SyncPage(
            cursor: SyncCursor(epoch: .zero, revision: 1), hasMore: false, tasks: [], lists: [], settings: nil,
            outcomes: [.applied, .applied], serverTime: Instant(milliseconds: 0), revision: 1)
        page.write(to: &writer, answering: read.operations)
        let answer = try SyncPage.read(writer.bytes)
        #expect(answer.answered == read.operations.map(\.opId))
        #expect(answer.page.outcomes == [.applied, .rejected(rejection), .applied])
    }

    @Test(arguments: [
        ("[]", WireError.Code.type, ""), (#"{"ops":{}}"#, .type, "ops"), (#"{"ops":[7]}"#, .type, "ops[0]"),
        (#"{"ops":[{"entity":"task"}]}"#, .missing, "ops[0].opId"), (#"{"ops":[{"opId":"x"}]}"#, .form, "ops[0].opId"),
        (#"{"ops":[{]}"#, .syntax, "ops[0]"), (#"{"cursor":"x"}"#, .form, "cursor"),
        (#"{"cursor":7}"#, .type, "cursor"), (#"{"limit":0}"#, .range, "limit"),
        (#"{"limit":"5"}"#, .type, "limit"), (#"{"sentAt":"now"}"#, .form, "sentAt"),
        (#"{"confirmMassDelete":"yes"}"#, .type, "confirmMassDelete"),
        (#"{"limit":5,"limit":6}"#, .duplicate, ""), ("{", .truncated, ""), ("{} {}", .trailing, ""),
    ])
    func refusesRequests(_ document: String, _ code: WireError.Code, _ path: String) {
        let error = #expect(throws: WireError.self) { try Self.read(document) }
        #expect(error?.code == code)
        #expect(error?.path == path)
    }

    @Test(arguments: [
        "", ":", "550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000:",
        "550e8400-e29b-41d4-a716-446655440000:-1",
        "550e8400-e29b-41d4-a716-446655440000:01", "550e8400-e29b-41d4-a716-446655440000:+1", "x:1",
        "550e8400-e29b-41d4-a716-446655440000:1:",
        "550e8400-e29b-41d4-a716-446655440000:1:2:3", "550e8400-e29b-41d4-a716-446655440000:9223372036854775808",
    ])
    func refusesCursors(_ text: String) {
        #expect(SyncCursor(text) == nil)
    }

    /// A newer server's words do not stop an older device.
    @Test func outcomesOfANewerServer() throws {
        let document = #"""
            {"cursor":"550e8400-e29b-41d4-a716-446655440000:5","serverTime":"2026-02-11T00:00:00Z","revision":5,"news":{"a":[1]},
             "outcomes":[{"opId":"550e8400-e29b-41d4-a716-446655440000","outcome":"rejected","code":"too_funny","sentence":"Ha.",
               "fields":[{"field":"title","code":"pun","sentence":"x","hint":1}]},
              {"opId":"550e8400-e29b-41d4-a716-446655440000","outcome":"merged","conflicts":[{"field":"title","mine":1,"theirs":2,"reason":"mood"}]}]}
            """#
        let page = try SyncPage.read(Array(document.utf8)).page
        #expect(
            page.outcomes == [
                .rejected(
                    Rejection(
                        .invalidOperation, "Ha.", fields: [FieldError(field: "title", code: .malformed, sentence: "x")])
                ),
                .merged([Conflict(field: "title", mine: 1, theirs: 2, reason: .newer)]),
            ])
    }

    /// A line of the history says who, when, what, what was before, and how it was resolved.
    @Test func historyLines() throws {
        let operation = SyncOperation(
            opId: Identifier(high: 0, low: 10), id: Identifier(high: 0, low: 11),
            at: HybridTime(Instant("2026-11-21T09:15:00Z")!, device: Self.device), fields: [JSONMember("title", "new")])
        let entry = LedgerEntry(
            revision: 4, operation: operation, recordedAt: Instant("2026-11-21T09:15:01Z")!,
            prior: [JSONMember("title", "old")],
            created: false, changed: true, outcome: .applied, cause: Identifier(high: 0, low: 12))
        var writer = JSONWriter()
        entry.write(to: &writer)
        let value = try JSONValue(json: writer.bytes)
        #expect(value["revision"] == 4 && value["device"] == .string(Self.device.text))
        #expect(value["fields"]?["title"] == "new" && value["prior"]?["title"] == "old")
        #expect(
            value["result"]?["outcome"] == "applied" && value["cause"] == .string(Identifier(high: 0, low: 12).text))
        #expect(value["at"] == "2026-11-21T09:15:00.000Z" && value["recordedAt"] == "2026-11-21T09:15:01.000Z")
    }

    /// What a device remembers of its deeds is what an undo goes by, before it was written down and after.
    @Test func anEntryThatAReplicaKeepsIsReadAsItWas() throws {
        let at = HybridTime(Instant("2026-11-21T09:15:00Z")!, device: Self.device)
        var entry = LedgerEntry(
            revision: 0,
            operation: SyncOperation(
                opId: Identifier(high: 0, low: 10), id: Identifier(high: 0, low: 11), at: at, kind: .delete,
                reopens: HybridTime(milliseconds: 1, device: .zero)),
            recordedAt: at.instant, prior: [JSONMember("deletedAt", .null)], created: false, changed: true,
            outcome: .applied, cause: Identifier(high: 0, low: 12))
        for purpose in [nil, Identifier.Purpose.nextOccurrence] {
            entry.operation.purpose = purpose
            var writer = JSONWriter()
            entry.write(to: &writer, .replica)
            var reader = JSONReader(writer.bytes)
            #expect(try LedgerEntry(from: &reader) == entry)
        }
        var plain = JSONWriter()
        entry.write(to: &plain)
        let value = try JSONValue(json: plain.bytes)
        #expect(value["reopens"] == nil && value["purpose"] == nil, "people are not told of it")
    }
}
