import Testing

@testable import DaybookServer
