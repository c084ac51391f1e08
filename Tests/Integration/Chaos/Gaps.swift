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
    var milliseconds: [Int] {
        let told = told.withLock { $0 }.sorted()
        return killed.withLock { $0 }.compactMap { moment in
            guard let first = told.firstIndex(where: { $0 > moment }) else { return nil }
            let window = told[first...].prefix { $0 < moment.addingTimeInterval(5) }
            let times = [moment] + (window.isEmpty ? told[first...].prefix(1) : window)
            return zip(times, times.dropFirst()).map { Int($1.timeIntervalSince($0) * 1000) }.max()
        }.sorted()
    }

    var text: String {
        let all = milliseconds
        guard let longest = all.last else { return "none" }
        let (middle, high) = (all[all.count / 2], all[(all.count * 99 - 1) / 100])
        return "\(all.count) gaps, p50 \(middle) ms, p99 \(high) ms, longest \(longest) ms"
    }
}
