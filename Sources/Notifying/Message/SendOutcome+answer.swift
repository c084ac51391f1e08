import Glibc
import WebClient

extension SendOutcome {
    /// What an answer over HTTP means.
    init(_ answer: WebAnswer, now: Int) {
        let status = answer.status
        switch status {
        case 200...299: self = .delivered
        case 300...399: self = .retry(after: nil, reason: "the receiver points elsewhere (\(status)); nobody follows")
        case 401, 403, 407: self = .retry(after: nil, reason: "the receiver does not accept who we are (\(status))")
        case 404, 410: self = .gone(reason: "the receiver does not know this address any more (\(status))")
        case 413: self = .refused(reason: "the message is too long for the receiver (413)")
        case 408, 425, 429:
            self = .retry(
                after: Self.wait(answer.fields["retry-after"], now: now),
                reason: "the receiver asks to wait (\(status))")
        case 400...499: self = .refused(reason: "the receiver refuses the message (\(status))")
        case 500...599:
            self = .retry(
                after: Self.wait(answer.fields["retry-after"], now: now),
                reason: "the receiver is in trouble (\(status))")
        default: self = .retry(after: nil, reason: "the answer makes no sense")
        }
    }

    /// What it means that there was no answer.
    init(_ error: any Error) {
        switch (error as? WebTrouble)?.kind {
        case .forbidden: self = .refused(reason: "the address is in a network that is not allowed, or is not HTTPS")
        case .malformed: self = .refused(reason: "the address is none that can be sent to")
        case .unresolved: self = .retry(after: nil, reason: "the receiver's name is not known")
        case .unreachable: self = .retry(after: nil, reason: "the receiver cannot be reached")
        case .untrusted: self = .retry(after: nil, reason: "there is no TLS with the receiver that can be trusted")
        case .late: self = .retry(after: nil, reason: "the receiver took too long")
        case .tooLong: self = .retry(after: nil, reason: "the answer does not end")
        case .broken, nil: self = .retry(after: nil, reason: "the connection broke before an answer")
        }
    }

    /// Nobody is told to wait for longer than a day.
    static let longestWait = 86_400

    /// Seconds, or an instant (RFC 9110, 10.2.3); nil for anything else.
    static func wait(_ field: String?, now: Int) -> Int? {
        guard let field, !field.isEmpty else { return nil }
        if field.utf8.allSatisfy({ $0 &- 0x30 < 10 }) { return min(Int(field) ?? longestWait, longestWait) }
        return instant(field).map { min(max($0 - now, 0), longestWait) }
    }

    /// As mail and HTTP write them.
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The form of an instant that servers send: `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func instant(_ text: String) -> Int? {
        let words = text.split { $0 == " " || $0 == ":" }
        guard words.count == 8, words[7] == "GMT", let month = months.firstIndex(of: String(words[2])) else {
            return nil
        }
        let numbers = [1, 3, 4, 5, 6].compactMap { words[$0].utf8.count <= 4 ? Int32(words[$0]) : nil }
        guard numbers.count == 5 else { return nil }
        var parts = tm()
        parts.tm_mday = numbers[0]
        parts.tm_mon = Int32(month)
        parts.tm_year = numbers[1] - 1900
        parts.tm_hour = numbers[2]
        parts.tm_min = numbers[3]
        parts.tm_sec = numbers[4]
        return timegm(&parts)
    }
}
