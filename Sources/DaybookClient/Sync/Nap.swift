/// A rest that ends early when something is to be done.
final class Nap {
    private var sleeper: Task<Void, Never>?

    nonisolated(nonsending) func rest(_ milliseconds: Int64, by time: TimeSource) async {
        let nap = Task { await time.sleep(max(1, milliseconds)) }
        sleeper = nap
        await withTaskCancellationHandler {
            await nap.value
        } onCancel: {
            nap.cancel()
        }
    }

    func wake() { sleeper?.cancel() }
}
