import DaybookClient
import Foundation
import Testing

extension Home {
    /// The notebook of this home, in the account of another.
    func paired(with first: Notebook, on address: URL) async throws -> Notebook {
        let second = try Notebook(folder: notebook)
        let offer = try await first.offerPairing()
        let shown = AsyncStream<String>.makeStream()
        let joining = Task {
            try await second.join(on: address, code: offer.code, deviceName: "second") { shown.continuation.yield($0) }
        }
        for await number in shown.stream {
            #expect(try await first.state(of: offer) == .claimed(deviceName: "second"))
            try await first.confirm(offer, number: Int(number) ?? -1)
            break
        }
        try await joining.value
        return second
    }
}
