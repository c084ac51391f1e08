import DaybookCore

extension Identifier {
    /// A new one, from the system's own random generator.
    package static func random() -> Identifier {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}
