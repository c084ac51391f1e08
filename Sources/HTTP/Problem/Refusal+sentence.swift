import HTTPParser

extension Refusal {
    /// What is wrong with the message, for people.
    var sentence: String {
        switch self {
        case .malformedMethod: "The request does not begin with a method and a space"
        case .methodTooLong: "The method is longer than any this server knows"
        case .malformedTarget: "The request target holds bytes that must be escaped, or is malformed"
        case .targetTooLong: "The request target is too long"
        case .targetFormOutOfPlace: "The request target does not have the form this method asks for"
        case .malformedEscape: "A percent sign in the target is not followed by two hexadecimal digits"
        case .escapedNul: "The target holds an escaped NUL"
        case .invalidUTF8: "The decoded target is not UTF-8"
        case .malformedVersion: "The request line does not end with HTTP/1.1 or HTTP/1.0"
        case .unsupportedVersion: "This server speaks HTTP/1.1 and HTTP/1.0"
        case .bareCarriageReturn: "A carriage return stands without its line feed"
        case .bareLineFeed: "A line feed stands without its carriage return"
        case .foldedField: "A field line begins with a blank"
        case .emptyFieldName: "A field has no name"
        case .malformedFieldName: "A field name holds bytes it must not"
        case .spaceBeforeColon: "A field name is followed by a blank"
        case .missingColon: "A field line has no colon"
        case .controlByteInField: "A field value holds a control byte"
        case .tooManyFields: "The request has too many fields"
        case .headTooLarge: "The request line and fields are too long"
        case .missingHost: "The Host field is missing"
        case .repeatedHost: "The Host field is there twice"
        case .malformedHost: "The Host field is malformed"
        case .hostContradictsTarget: "The Host field and the target name different hosts"
        case .malformedLength: "The Content-Length is no number this server can take"
        case .repeatedLength: "The Content-Length is there twice"
        case .lengthWithTransferCoding: "Content-Length and Transfer-Encoding are both there"
        case .malformedTransferCoding: "The Transfer-Encoding is malformed"
        case .chunkedNotLast: "The chunked coding is not the last transfer coding, or there twice"
        case .transferCodingInHTTP10: "HTTP/1.0 has no transfer codings"
        case .unknownTransferCoding: "This server knows no transfer coding but chunked"
        case .malformedConnection: "The Connection field is malformed"
        case .unknownExpectation: "This server meets no expectation but 100-continue"
        case .malformedChunkSize: "A chunk size is not a hexadecimal number"
        case .chunkSizeOverflow: "A chunk size is too large"
        case .malformedChunkExtension: "A chunk extension holds a control byte"
        case .chunkExtensionTooLong: "The chunk extensions are too long"
        case .malformedChunkEnd: "A chunk is not as long as its size says"
        case .trailersTooLarge: "The trailer fields are too long"
        case .forbiddenTrailer: "A trailer field must stand in the head"
        }
    }
}
