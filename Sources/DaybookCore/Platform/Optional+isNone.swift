extension Optional {
    /// Whether there is nothing. Of a row or a slice this is asked so and not by `== nil`, for which the compiler takes
    /// along how two of them are compared: much code, which the web app's core needs for nothing else.
    package var isNone: Bool { if case .none = self { true } else { false } }
}
