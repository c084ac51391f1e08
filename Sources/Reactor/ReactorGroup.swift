/// The reactors of one process, one per core unless told otherwise.
public final class ReactorGroup: Sendable {
    public let reactors: [Reactor]

    /// Creates and starts the reactors.
    public init(count: Int) throws(SystemError) {
        var reactors: [Reactor] = []
        for index in 0..<max(1, count) { reactors.append(try Reactor(index: index)) }
        for reactor in reactors { try reactor.start() }
        self.reactors = reactors
    }

    /// Ends every loop and waits for its thread.
    public func stop() {
        for reactor in reactors { reactor.stop() }
        for reactor in reactors { reactor.join() }
    }
}
