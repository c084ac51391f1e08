import HTTPParser

extension Refusal {
    /// Says what is wrong with the message, for people.
    var sentence: String {
        switch self {
        case .malformedMethod: "The request does not begin with a method and a space"
        case .methodTooLong: "The method is longer than any this server knows"
        case .malformedTarget: "The request target contains bytes that must be escaped, or is malformed"
        case .targetTooLong: "The request target is too long"
        case .targetFormOutOfPlace: "The request target does not have the form that this method requires"
        case .malformedEscape: "A percent sign in the target is not followed by two hexadecimal digits"
        case .escapedNul: "The target contains an escaped NUL"
        case .invalidUTF8: "The decoded target is not UTF-8"
        case .malformedVersion: "The request line does not end with HTTP/1.1 or HTTP/1.0"
        case .unsupportedVersion: "This server speaks HTTP/1.1 and HTTP/1.0"
        case .bareCarriageReturn: "A carriage return is not followed by a line feed"
        case .bareLineFeed: "A line feed does not follow a carriage return"
        case .foldedField: "A field line begins with a blank"
        case .emptyFieldName: "A field has no name"
        case .malformedFieldName: "A field name contains invalid bytes"
        case .spaceBeforeColon: "A field name is followed by a blank"
        case .missingColon: "A field line has no colon"
        case .controlByteInField: "A field value contains a control byte"
        case .tooManyFields: "The request has too many fields"
        case .headTooLarge: "The request line and fields are too long"
        case .missingHost: "The Host field is missing"
        case .repeatedHost: "The Host field appears twice"
        case .malformedHost: "The Host field is malformed"
        case .hostContradictsTarget: "The Host field and the target name different hosts"
        case .malformedLength: "The Content-Length is not a number that this server accepts"
        case .repeatedLength: "The Content-Length appears twice"
        case .lengthWithTransferCoding: "Content-Length and Transfer-Encoding are both present"
        case .malformedTransferCoding: "The Transfer-Encoding is malformed"
        case .chunkedNotLast: "The chunked coding is not the last transfer coding, or appears twice"
        case .transferCodingInHTTP10: "HTTP/1.0 has no transfer codings"
        case .unknownTransferCoding: "The only transfer coding that this server knows is chunked"
        case .malformedConnection: "The Connection field is malformed"
        case .unknownExpectation: "The only expectation that this server meets is 100-continue"
        case .malformedChunkSize: "A chunk size is not a hexadecimal number"
        case .chunkSizeOverflow: "A chunk size is too large"
        case .malformedChunkExtension: "A chunk extension contains a control byte"
        case .chunkExtensionTooLong: "The chunk extensions are too long"
        case .malformedChunkEnd: "A chunk is not as long as its size says"
        case .trailersTooLarge: "The trailer fields are too long"
        case .forbiddenTrailer: "A trailer field is allowed only in the head"
        }
    }
}
