import DaybookClient
import DaybookCore
import DaybookHost
import FoundationEssentials
import Glibc

/// An error as it is told.
struct SessionTrouble {
    let sentence: String
    let code: ExitCode
    let name: String
    /// The text that the person had written and the disk did not take.
    var written: [String] = []

    init(_ error: any Error, writing: [String] = []) {
        switch error {
        case let refusal as Refusal:
            (sentence, code, name) = (refusal.sentence, refusal.code, refusal.name)
            written = refusal.written
        case let impossible as ImpossibleChange:
            (sentence, code, name) = ("\(impossible)", .failure, impossible.rejection.code.rawValue)
        case let unsaved as UnsavedChange:
            (sentence, code, name) = ("\(unsaved)", .inputOutput, "unsaved")
            written = unsaved.written
        case let entry as EntryFailure:
            sentence = Self.sentence(entry)
            switch entry {
            case .unreachable: (code, name) = (.unavailable, "unreachable")
            // Only these two say that it is this device, or whoever uses it, that the server keeps out.
            case .refused(let refused, _, 401), .refused(let refused, _, 403): (code, name) = (.forbidden, refused)
            case .refused(let refused, _, _): (code, name) = (.failure, refused)
            case .alone: (code, name) = (Refusal.alone.code, "alone")
            case .unreadable: (code, name) = (.unavailable, "unreadable")
            case .otherAccount: (code, name) = (.failure, "other_account")
            }
        case let store as StoreError:
            (sentence, code, name) = ("\(store)", .inputOutput, "store")
            written = writing
        case let file as CocoaError where file.isFileError:
            // The folder or the token could not be written; the error's own words would quote the path twice.
            let reason = file.ofTheSystem.map { ": \(String(cString: strerror($0.code.rawValue)))" } ?? ""
            (sentence, code, name) = ("cannot write to this device's folder\(reason)", .inputOutput, "store")
            written = writing
        default: (sentence, code, name) = ("\(error)", .failure, "failed")
        }
    }

    private static func sentence(_ entry: EntryFailure) -> String {
        switch entry {
        case .alone: Refusal.alone.sentence
        case .otherAccount:
            "This notebook belongs to another account. Bring its tasks along with 'daybook login URL --email EMAIL --merge', or use another notebook with --notebook DIR."
        default: "\(entry)"
        }
    }

    /// For people: the sentence, and what they had written as they wrote it, to be copied from here.
    var text: String {
        guard !written.isEmpty else { return sentence }
        let lines = written.map { "\n" + TerminalStyle.lines($0) }.joined()
        return "\(sentence)\nNothing was changed. This is what you wrote:\n\(lines)"
    }

    var json: String {
        JSONWriter.text { json in
            json.object("error") { json in
                json.member("code", name)
                json.member("sentence", sentence)
                if !written.isEmpty { json.member("written", written) }
            }
        }
    }
}

extension CocoaError {
    fileprivate var ofTheSystem: POSIXError? { underlying as? POSIXError }
}
