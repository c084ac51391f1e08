import Glibc

extension EmbeddedCluster {
    /// From now on, a cluster that ends without being asked to (killed for want of memory, say) is started again.
    /// Requests under way get their errors; daybook itself needs no restart.
    public func keepAlive() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { raw in
                guard let raw else { return nil }
                Unmanaged<EmbeddedCluster>.fromOpaque(raw).takeRetainedValue().watchOver()
                return nil
            }, context.toOpaque())
        guard status == 0 else { return context.release() }
        state.withLock { $0.watch = thread }
    }

    private func watchOver() {
        while true {
            let watch = ProcessWatch(process)
            while !watch.hasEnded {
                if watch.wait(beside: [bell], milliseconds: 60_000).first == true { return }
            }
            guard !state.withLock({ $0.stopping }) else { return }
            report(.ended)
            guard startAgain() else { return }
        }
    }

    /// Tries until it succeeds or is told to end; the pause doubles from a tenth of a second to five.
    private func startAgain() -> Bool {
        let opening = Opening(
            layout: layout, binaries: binaries, owner: owner, socketFolder: socketFolder, settings: ClusterSettings(),
            report: report)
        var pause: Int32 = 100
        while true {
            let began = ContinuousClock.now
            do throws(EmbeddedError) {
                let postmaster = try opening.start()
                state.withLock { $0.process = postmaster.process }
                report(.ready(took: began.duration(to: .now)))
                return true
            } catch {
                report(.restartFailed(error))
            }
            var rung = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
            if poll(&rung, 1, pause) > 0 { return false }
            pause = min(pause * 2, 5000)
        }
    }

    /// Ends the watch and waits for its thread, so that nothing starts the cluster again.
    func endWatch() {
        let watch = state.withLock { state in
            state.stopping = true
            defer { state.watch = nil }
            return state.watch
        }
        guard let watch else { return }
        var one: UInt64 = 1
        write(bell, &one, 8)
        pthread_join(watch, nil)
    }
}
