/// A place with some cores and one queue: who comes first is served first.
struct Station {
    private var idle: Int
    private let cores: Int
    private var queue: [Waiting] = []
    private var head = 0
    private(set) var busySeconds = 0.0
    private(set) var longestQueue = 0

    struct Waiting {
        let request: Int
        let seconds: Double
    }

    init(cores: Int) {
        self.cores = cores
        idle = cores
    }

    /// Begins at once where a core is idle: true. Else it waits.
    mutating func arrive(_ waiting: Waiting) -> Bool {
        busySeconds += waiting.seconds
        guard idle > 0 else {
            queue.append(waiting)
            longestQueue = max(longestQueue, queue.count - head)
            return false
        }
        idle -= 1
        return true
    }

    /// A core is done. What it does next, if anything waits.
    mutating func finish() -> Waiting? {
        guard head < queue.count else {
            idle += 1
            return nil
        }
        let next = queue[head]
        head += 1
        if head > 4096 {
            queue.removeFirst(head)
            head = 0
        }
        return next
    }

    func utilisation(over seconds: Double) -> Double { busySeconds / (seconds * Double(cores)) }
}
