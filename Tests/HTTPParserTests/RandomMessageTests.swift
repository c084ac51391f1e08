import HTTPParserInvariants
import Seeds
import Testing

@testable import HTTPParser

/// Examples glued together, bent in a few places and cut anywhere.
@Suite struct RandomMessageTests {
    @Test func bentAndPipelinedMessagesReadTheSameHoweverTheyAreCut() {
        var random = RandomSeed.generator()
        let short = (Example.heads + Example.chunked).filter { $0.bytes.count < 600 }
        for round in 0..<4_000 {
            var bytes: [UInt8] = []
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                bytes += short.randomElement(using: &random)?.bytes ?? []
            }
            for _ in 0..<Int.random(in: 0..<4, using: &random) { bend(&bytes, &random) }
            let cuts = (0..<Int.random(in: 1..<8, using: &random)).map { _ in
                Int.random(in: 0...bytes.count, using: &random)
            }
            let broken = Invariants.broken(by: bytes, cutAt: cuts.sorted())
            #expect(broken == nil, "\(RandomSeed.current), round \(round): \(String(decoding: bytes, as: UTF8.self))")
            if broken != nil { return }
        }
    }

    private func bend(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        let telling: [UInt8] = Array("\r\n\0 \t:,;/?%#0aF\u{7F}".utf8) + [0x80, 0xFF]
        guard let place = bytes.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(telling.randomElement(using: &random) ?? 0, at: place)
        case 2: bytes[place] = telling.randomElement(using: &random) ?? 0
        default:
            let other = Int.random(in: 0..<bytes.count, using: &random)
            bytes.swapAt(place, other)
        }
    }
}
