/// The service's log. An event is a literal in the source and fields are of ``LogField``'s closed set, so that
/// nothing a user wrote can get into a log.
public struct Log: Sendable {
    private let sink: LogSink?
    public let level: LogLevel

    public init(_ sink: LogSink, level: LogLevel) {
        self.sink = sink
        self.level = level
    }

    private init() {
        sink = nil
        level = .error
    }

    /// Discards everything; for tests and for code that was given no log.
    public static let silent = Log()

    public func debug(_ event: StaticString, _ fields: LogField...) { write(event, .debug, fields) }
    public func info(_ event: StaticString, _ fields: LogField...) { write(event, .info, fields) }
    public func warning(_ event: StaticString, _ fields: LogField...) { write(event, .warning, fields) }
    public func error(_ event: StaticString, _ fields: LogField...) { write(event, .error, fields) }

    /// Work that runs again later ended early. A server that stops cancels what it has under way: that is no trouble,
    /// and nobody is told.
    package func interrupted(_ event: StaticString, _ error: any Error) {
        if !Task.isCancelled { warning(event, .error(type(of: error))) }
    }

    /// Gives a slow reader a moment; for the end of the process.
    public func flush() { sink?.flush() }

    public func records(_ level: LogLevel) -> Bool { sink != nil && level >= self.level }

    package func write(_ event: StaticString, _ level: LogLevel, _ fields: [LogField]) {
        guard level >= self.level, let sink else { return }
        sink.write(event, level, fields, at: .now())
    }
}
