import Foundation
import Synchronization

/// For how long nobody was told anything, each time that something was killed.
final class Gaps: Sendable {
    private let told = Mutex<[Date]>([])
    private let killed = Mutex<[Date]>([])

    func noteAnswer() { told.withLock { $0.append(.now) } }
    func noteCalamity() { killed.withLock { $0.append(.now) } }

    /// The longest time between two answers in the five seconds after each calamity, in milliseconds, the shortest
    /// first.
    var milliseconds: [Int] { inOrder.sorted() }

    /// The same as they came.
    var inOrder: [Int] {
        let told = told.withLock { $0 }.sorted()
        return killed.withLock { $0 }.compactMap { moment in
            guard let first = told.firstIndex(where: { $0 > moment }) else { return nil }
            let window = told[first...].prefix { $0 < moment.addingTimeInterval(5) }
            // The one behind it ends a gap that lasts longer than the window.
            let times = [moment] + window + told[window.endIndex...].prefix(1)
            return zip(times, times.dropFirst()).map { Int($1.timeIntervalSince($0) * 1000) }.max()
        }
    }

    /// The one that 99 of a hundred do not exceed.
    var p99: Int {
        let all = milliseconds
        return all.isEmpty ? 0 : all[(all.count * 99 - 1) / 100]
    }

    var text: String {
        let all = milliseconds
        guard let longest = all.last else { return "none" }
        return
            "\(all.count) gaps, p50 \(all[all.count / 2]) ms, p99 \(p99) ms, longest \(longest) ms; the last \(inOrder.suffix(20))"
    }
}
