/// A form in which content travels (RFC 9110, 8.4.1).
public enum ContentCoding: String, CaseIterable, Sendable {
    case gzip, zstd

    /// What a tag of content in this form ends with.
    var tagEnding: String { "-\(rawValue)" }

    /// Nil if there is no memory for it.
    var coder: (any ContentCoder)? {
        switch self {
        case .gzip: Gzip()
        case .zstd: Zstd()
        }
    }

    var decoder: (any ContentDecoder)? {
        switch self {
        case .gzip: Gunzip()
        case .zstd: Unzstd()
        }
    }
}

/// Codes content piece by piece.
protocol ContentCoder: AnyObject, Sendable {
    /// About how many bytes of memory one takes.
    static var memory: Int { get }
    /// What these bytes give; often nothing yet. With `last` the end of the frame follows, and nothing may after that.
    func add(_ bytes: ArraySlice<UInt8>, last: Bool, to coded: inout [UInt8])
}

/// Reads coded content piece by piece.
protocol ContentDecoder: AnyObject, Sendable {
    /// The frame that was begun is over; another may follow.
    var isComplete: Bool { get }
    var needsInput: Bool { get }
    func feed(_ bytes: [UInt8])
    /// What the input gives, at most `room` bytes; often nothing before there is more input. Nil where it is not of
    /// this form.
    func next(room: Int) -> [UInt8]?
}
