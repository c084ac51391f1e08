import DaybookCore

extension Identifier {
    /// One that is nobody else's, from the system's own generator.
    package static func random() -> Identifier {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}
