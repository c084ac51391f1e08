import DaybookCore
import DaybookFormats

/// The result of an import, or of a dry run.
package struct ImportReport: JSONRecord, Sendable {
    var format: Format?
    let name: String?
    let isDryRun: Bool
    /// As whose changes the history knows what is imported.
    private let device: Identifier
    /// The account's revision; nil where nothing was done.
    private(set) var revision: Int64?
    /// How much of the file was read.
    package var bytes = 0
    /// What the file holds.
    var reading = ReadingReport()
    /// What of it the account took.
    private var counts: [ImportBatch.Verdict: Int] = [:]
    private var remarks: [Remark] = []
    private var moreRemarks = 0
    private var refused = 0
    private var passedOver = 0

    init(_ order: ImportOrder, _ format: Format? = nil) {
        self.format = format ?? order.format
        name = order.name
        device = Import.device(of: order.account)
        isDryRun = order.isDryRun
    }

    mutating func take(_ result: ImportBatch.Result) {
        for (verdict, count) in result.counts { counts[verdict, default: 0] += count }
        if !isDryRun { revision = result.revision }
        refused += result.refused
        let told = result.allRemarks
        let room = max(0, ReadingReport.mostRemarks - remarks.count)
        remarks += told.prefix(room)
        moreRemarks += max(0, told.count - room)
    }

    /// A row that does not count.
    mutating func passOver(_ remark: Remark) {
        passedOver += 1
        if remarks.count < ReadingReport.mostRemarks { remarks.append(remark) } else { moreRemarks += 1 }
    }

    /// Says of the whole file, at its first line, what would keep it from being imported.
    mutating func warn(_ sentence: String?) {
        guard let sentence else { return }
        remarks.insert(Remark(.refused, line: 1, sentence), at: 0)
    }

    func count(_ verdict: ImportBatch.Verdict) -> Int { counts[verdict] ?? 0 }
    var allRefused: Int { reading.refused + refused }
    var allPassedOver: Int { reading.passedOver + passedOver }
    var allRemarks: [Remark] { (reading.remarks + remarks).sorted { $0.line < $1.line } }
    var allMoreRemarks: Int { reading.moreRemarks + moreRemarks }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("format", format?.rawValue)
        json.member("dryRun", isDryRun)
        json.member("device", device)
        json.member("revision", revision)
        for (name, verdict) in [
            ("made", ImportBatch.Verdict.made), ("changed", ImportBatch.Verdict.changed),
            ("unchanged", ImportBatch.Verdict.unchanged), ("deletedHere", ImportBatch.Verdict.deletedHere),
        ] {
            json.object(name) { json in
                json.member("tasks", count(verdict(.task)))
                json.member("lists", count(verdict(.list)))
            }
        }
        json.member("settings", count(.made(.settings)) > 0)
        json.member("passedOver", allPassedOver)
        json.member("refused", allRefused)
        json.objects("fields", reading.fields) { json, used in
            json.member("field", used.use.field)
            if case .nothing = used.use.target {
                json.member("becomes", nil as String?)
            } else {
                json.member("becomes", used.use.target.word)
            }
            json.member("count", used.count)
        }
        json.objects("remarks", allRemarks) { json, remark in
            json.member("code", remark.code.rawValue)
            json.member("line", remark.line)
            json.member("field", remark.field)
            json.member("sentence", remark.sentence)
        }
        json.member("moreRemarks", allMoreRemarks)
    }

    package var json: [UInt8] { JSONWriter.bytes(writeMembers) }
}
