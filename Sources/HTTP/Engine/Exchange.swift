/// One request and its answer, as the connection sees them.
struct Exchange {
    /// Moves on with every request, so that a task that ends late cannot answer another's.
    var serial: UInt64 = 0
    var task: Task<Void, Never>?
    /// The request's body while some of it is still to come.
    var body: IncomingBody?
    /// Takes the content of a streamed answer.
    var sink: AnswerSink?

    /// The answer being streamed goes on until somebody ends it.
    var isOpenEnded = false
    /// And that has happened: the server is being drained.
    var isEndedByDrain = false

    var isHead = false
    var isHTTP10 = false
    var keepsAlive = true
    /// The client waits for "100 Continue".
    var owesContinue = false
    /// Its head has been written.
    var hasBegunAnswer = false
    /// The answer is complete, if perhaps not yet sent.
    var isAnswered = false
    /// The connection ends after this answer.
    var closes = false
}
