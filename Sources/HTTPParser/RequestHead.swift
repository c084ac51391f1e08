/// A request head that was understood in exactly one way. Ranges are places in the bytes it was read from.
public struct RequestHead: Sendable {
    public internal(set) var method = Method.other
    public internal(set) var methodRange = ByteRange.empty
    /// The whole request target as it was sent.
    public internal(set) var target = ByteRange.empty
    public internal(set) var form = TargetForm.origin
    /// The path with its escapes, which are known to be well-formed and to spell UTF-8 without NUL.
    /// Empty only for the asterisk form and for an absolute form without a path, which stands for "/".
    public internal(set) var path = ByteRange.empty
    /// What follows the first "?", checked like the path; nil without a "?".
    public internal(set) var query: ByteRange?
    public internal(set) var pathHasEscapes = false
    public internal(set) var version = Version.http11
    public internal(set) var fields = FieldTable()
    /// Host and port the request is for, from the target in absolute form, else from Host; nil in HTTP/1.0 without one.
    public internal(set) var host: ByteRange?
    public internal(set) var framing = BodyFraming.none
    /// Whether the peer wants the connection to serve another request after this one.
    public internal(set) var keepAlive = true
    /// Whether the peer waits for "100 Continue" before it sends the body. Never set without a body.
    public internal(set) var expectsContinue = false

    public init() {}
}

/// Names are case-sensitive; `other` is a well-formed name that is none of these. CONNECT is never accepted.
public enum Method: UInt8, Sendable, CaseIterable {
    case get, head, post, put, patch, delete, options, trace
    /// WebDAV's and CalDAV's (RFC 4918, 3253, 4791). Nobody is given a lock here.
    case propfind, proppatch, report, mkcalendar, mkcol, copy, move, lock, unlock
    case other
}

public enum Version: UInt8, Sendable {
    case http10
    /// Also 1.2 to 1.9, which RFC 9110, 2.5 has processed as the highest minor version known.
    case http11
}

public enum TargetForm: UInt8, Sendable {
    /// `/path?query`
    case origin
    /// `http://host/path?query`, whose host agrees with the Host field.
    case absolute
    /// `*`, of OPTIONS alone.
    case asterisk
}

/// Where the body ends.
public enum BodyFraming: Sendable, Hashable {
    case none
    case length(Int)
    case chunked
}
