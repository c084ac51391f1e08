import DaybookCore

extension Notebook {
    func setLive(_ live: Bool) {
        guard isLive != live else { return }
        isLive = live
        pace.isLive = live
        announce()
    }

    /// One connection of the live stream, from its beginning to its end, and the pause after it.
    ///
    /// What comes is only a word that there is something to read: rows are pulled, so that they come in order and once.
    func listenOnce() async {
        guard let server, trouble?.passes ?? true else { return await time.sleep(2000) }
        var call = HTTPCall("GET", "/v1/live")
        call.fields["accept"] = "text/event-stream"
        call.fields["authorization"] = "Bearer \(server.token ?? "")"
        // The stream begins where this device has read to, so that nothing between two connections is missed.
        if let cursor = replica.cursor, cursor.snapshotFrom == nil { call.fields["last-event-id"] = cursor.text }
        var retry: Int64?
        do {
            let (head, body) = try await transport.stream(call, from: server.address)
            if head.status == 200 {
                var events = EventStream()
                liveFailures.succeed()
                setLive(true)
                // Something may have happened between the last page and this moment.
                wake { $0.want() }
                for try await part in body {
                    for event in events.read(part) { hear(event) }
                    retry = events.retry
                }
            } else if head.status == 401 {
                wake { $0.hope() }
            }
        } catch {}
        setLive(false)
        let pause = liveFailures.afterFailure(time.random())
        await time.sleep(retry.map { min($0, 60_000) } ?? pause)
    }

    private func hear(_ event: ServerEvent) {
        guard event.name == "revision", let value = try? JSONValue(json: Array(event.data.utf8)),
            case .integer(let told)? = value["revision"], told > replica.base.revision
        else { return }
        paper.told = max(paper.told ?? 0, told)
        wake { $0.want() }
    }
}
