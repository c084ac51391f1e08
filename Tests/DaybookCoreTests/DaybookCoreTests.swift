import Testing

@testable import DaybookCore
