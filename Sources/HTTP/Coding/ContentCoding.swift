/// A form in which content travels (RFC 9110, 8.4.1).
public enum ContentCoding: String, CaseIterable, Sendable {
    case gzip, zstd

    /// The suffix of an entity tag for content in this form.
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
    /// The output for these bytes, often none yet. With `last` the end of the frame follows, and nothing may after
    /// that.
    func add(_ bytes: ArraySlice<UInt8>, last: Bool, to coded: inout [UInt8])
}

/// Reads coded content piece by piece.
protocol ContentDecoder: AnyObject, Sendable {
    /// The frame that was begun is over; another may follow.
    var isComplete: Bool { get }
    var needsInput: Bool { get }
    func feed(_ bytes: [UInt8])
    /// The output for the input, at most `room` bytes, and often none before there is more input. Nil if the input is
    /// not in this form.
    func next(room: Int) -> [UInt8]?
}
