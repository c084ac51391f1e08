import Testing

@testable import HTTPParser
