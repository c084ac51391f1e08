import Reactor

/// Whose turn it is: so many at once in all, so many of them to one host, and hosts in turn, so that neither a slow one
/// nor one with many requests holds up the others. Pure: it holds what waits, and knows no clock but what it is told.
struct TurnTaking<Item> {
    private struct Host {
        var waiting = FirstInFirstOut<(item: Item, since: LoopTime)>()
        var underWay = 0
        var room: Int
        /// It stands in `turns`.
        var hasTurn = false
    }

    let most: Int
    let mostPerHost: Int
    private var hosts: [String: Host] = [:]
    private var turns = FirstInFirstOut<String>()
    private var underWay = 0
    private(set) var waiting = 0

    init(most: Int, mostPerHost: Int) {
        self.most = most
        self.mostPerHost = mostPerHost
    }

    mutating func arrive(_ item: Item, at host: String, now: LoopTime) {
        waiting += 1
        change(host) { $0.waiting.append((item, now)) }
    }

    /// The next that may go.
    mutating func next() -> Item? {
        while underWay < most, let name = turns.popFirst() {
            var item: Item?
            change(name) { host in
                host.hasTurn = false
                guard host.underWay < host.room, let first = host.waiting.popFirst() else { return }
                item = first.item
                host.underWay += 1
            }
            guard let item else { continue }
            underWay += 1
            waiting -= 1
            return item
        }
        return nil
    }

    /// One that was let go has ended.
    mutating func end(at host: String) {
        underWay -= 1
        change(host) { $0.underWay -= 1 }
    }

    /// The host takes more at once.
    mutating func widen(_ host: String, to room: Int) { change(host) { $0.room = max($0.room, room) } }

    /// Those that have waited since before an instant; they wait no longer.
    mutating func expire(before instant: LoopTime) -> [Item] {
        var expired: [Item] = []
        for name in hosts.keys {
            change(name) { host in
                while let first = host.waiting.first, first.since < instant {
                    expired.append(first.item)
                    host.waiting.popFirst()
                }
            }
        }
        waiting -= expired.count
        return expired
    }

    mutating func removeAll() -> [Item] {
        var removed: [Item] = []
        for var host in hosts.values { while let first = host.waiting.popFirst() { removed.append(first.item) } }
        hosts = hosts.filter { $0.value.underWay > 0 }
        waiting = 0
        return removed
    }

    private mutating func change(_ name: String, _ body: (inout Host) -> Void) {
        var host = hosts.removeValue(forKey: name) ?? Host(room: mostPerHost)
        body(&host)
        if !host.hasTurn, !host.waiting.isEmpty, host.underWay < host.room {
            host.hasTurn = true
            turns.append(name)
        }
        // A host is forgotten with its last request, and with it how much it takes.
        if host.underWay > 0 || !host.waiting.isEmpty || host.hasTurn { hosts[name] = host }
    }
}

private struct FirstInFirstOut<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) {
        // What is never empty would otherwise keep the places of all that ever stood in it.
        if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        elements.append(element)
    }

    @discardableResult
    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head].take()
        head += 1
        return element
    }
}
