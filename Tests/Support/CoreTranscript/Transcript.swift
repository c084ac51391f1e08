import DaybookCore
import Seeds
import Simulation
import WebCore

/// What two devices and their server said to each other, as calls of the web app's core with their answers, for another
/// build of the core to give the same ones.
///
/// Each call is six numbers of 32 bits, little end first (lengths of name, head and text, then of the answer's head and
/// text, and which device), the seed of its chance in 64 bits, and the bytes in that order.
struct Transcript {
    private(set) var bytes: [UInt8] = []
    private(set) var calls = 0

    mutating func add(
        device: Int, seed: UInt64, _ name: String, _ head: [UInt8], _ text: [UInt8], _ answer: Core.Answer
    ) {
        let name = Array(name.utf8)
        for number in [name.count, head.count, text.count, answer.head.count, answer.text.count, device] {
            withUnsafeBytes(of: UInt32(number).littleEndian) { bytes += $0 }
        }
        withUnsafeBytes(of: seed.littleEndian) { bytes += $0 }
        bytes += name + head + text + answer.head + answer.text
        calls += 1
    }
}

/// A device: the core as this machine runs it.
final class Device {
    let number: Int
    var name = Identifier.zero
    /// The account that it is in, or one of its own before that.
    var book = Identifier.zero
    private var core: Core
    private let chance: Seed
    /// What lies on its disk.
    var chunks: [Int: [UInt8]] = [:]
    var paper: [UInt8] = []
    var journal: [[UInt8]] = []

    private final class Seed {
        var random = SeededRandom(seed: 0)
    }

    init(_ number: Int) {
        self.number = number
        let seed = Seed()
        chance = seed
        core = Core(random: { seed.random.next() })
    }

    func ask(
        _ name: String, _ head: String, _ text: [UInt8] = [], seed: UInt64, into transcript: inout Transcript
    ) throws -> (head: JSONValue, text: [UInt8]) {
        chance.random = SeededRandom(seed: seed)
        let answer = core.answer(name, Array(head.utf8), text)
        transcript.add(device: number, seed: seed, name, Array(head.utf8), text, answer)
        return (try JSONValue(json: answer.head), answer.text)
    }
}
