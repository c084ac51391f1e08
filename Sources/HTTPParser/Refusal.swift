/// Why a message is not understood. The raw value is a stable code: it is logged, counted and answered, never renamed.
///
/// A refused connection is always closed after the answer, since where the next message begins is no longer known.
public enum Refusal: String, Error, Sendable, CaseIterable {
    // The request line
    case malformedMethod = "malformed_method"
    case methodTooLong = "method_too_long"
    case malformedTarget = "malformed_target"
    case targetTooLong = "target_too_long"
    case targetFormOutOfPlace = "target_form_out_of_place"
    case malformedEscape = "malformed_escape"
    case escapedNul = "escaped_nul"
    case invalidUTF8 = "invalid_utf8"
    case malformedVersion = "malformed_version"
    case unsupportedVersion = "unsupported_version"

    // Lines and fields
    case bareCarriageReturn = "bare_carriage_return"
    case bareLineFeed = "bare_line_feed"
    case foldedField = "folded_field"
    case emptyFieldName = "empty_field_name"
    case malformedFieldName = "malformed_field_name"
    case spaceBeforeColon = "space_before_colon"
    case missingColon = "missing_colon"
    case controlByteInField = "control_byte_in_field"
    case tooManyFields = "too_many_fields"
    case headTooLarge = "head_too_large"

    // What the fields say
    case missingHost = "missing_host"
    case repeatedHost = "repeated_host"
    case malformedHost = "malformed_host"
    case hostContradictsTarget = "host_contradicts_target"
    case malformedLength = "malformed_content_length"
    case repeatedLength = "repeated_content_length"
    case lengthWithTransferCoding = "content_length_with_transfer_encoding"
    case malformedTransferCoding = "malformed_transfer_encoding"
    case chunkedNotLast = "chunked_not_last"
    case transferCodingInHTTP10 = "transfer_encoding_in_http_1_0"
    case unknownTransferCoding = "unknown_transfer_encoding"
    case malformedConnection = "malformed_connection"
    case unknownExpectation = "unknown_expectation"

    // Chunked bodies
    case malformedChunkSize = "malformed_chunk_size"
    case chunkSizeOverflow = "chunk_size_overflow"
    case malformedChunkExtension = "malformed_chunk_extension"
    case chunkExtensionTooLong = "chunk_extension_too_long"
    case malformedChunkEnd = "malformed_chunk_end"
    case trailersTooLarge = "trailers_too_large"
    case forbiddenTrailer = "forbidden_trailer"

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
