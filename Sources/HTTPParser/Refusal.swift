/// Why a message is not understood. The raw value is a stable code: it is logged, counted and answered, never renamed.
///
/// A refused connection is always closed after the answer, since where the next message begins is no longer known.
public enum Refusal: String, Error, Sendable, CaseIterable {
    // The request line
    case malformedMethod = "malformed-method"
    case methodTooLong = "method-too-long"
    case malformedTarget = "malformed-target"
    case targetTooLong = "target-too-long"
    case targetFormOutOfPlace = "target-form-out-of-place"
    case malformedEscape = "malformed-escape"
    case escapedNul = "escaped-nul"
    case invalidUTF8 = "invalid-utf8"
    case malformedVersion = "malformed-version"
    case unsupportedVersion = "unsupported-version"

    // Lines and fields
    case bareCarriageReturn = "bare-carriage-return"
    case bareLineFeed = "bare-line-feed"
    case foldedField = "folded-field"
    case emptyFieldName = "empty-field-name"
    case malformedFieldName = "malformed-field-name"
    case spaceBeforeColon = "space-before-colon"
    case missingColon = "missing-colon"
    case controlByteInField = "control-byte-in-field"
    case tooManyFields = "too-many-fields"
    case headTooLarge = "head-too-large"

    // What the fields say
    case missingHost = "missing-host"
    case repeatedHost = "repeated-host"
    case malformedHost = "malformed-host"
    case hostContradictsTarget = "host-contradicts-target"
    case malformedLength = "malformed-content-length"
    case repeatedLength = "repeated-content-length"
    case lengthWithTransferCoding = "content-length-with-transfer-encoding"
    case malformedTransferCoding = "malformed-transfer-encoding"
    case chunkedNotLast = "chunked-not-last"
    case transferCodingInHTTP10 = "transfer-encoding-in-http-1.0"
    case unknownTransferCoding = "unknown-transfer-encoding"
    case malformedConnection = "malformed-connection"
    case unknownExpectation = "unknown-expectation"

    // Chunked bodies
    case malformedChunkSize = "malformed-chunk-size"
    case chunkSizeOverflow = "chunk-size-overflow"
    case malformedChunkExtension = "malformed-chunk-extension"
    case chunkExtensionTooLong = "chunk-extension-too-long"
    case malformedChunkEnd = "malformed-chunk-end"
    case trailersTooLarge = "trailers-too-large"
    case forbiddenTrailer = "forbidden-trailer"

    /// The status to answer with.
    public var status: Int {
        switch self {
        case .targetTooLong: 414
        case .unknownExpectation: 417
        case .headTooLarge, .tooManyFields, .trailersTooLarge: 431
        case .methodTooLong, .unknownTransferCoding: 501
        case .unsupportedVersion: 505
        default: 400
        }
    }
}
