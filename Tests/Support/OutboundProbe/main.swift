import Addresses
import Glibc
import WebClient

// Sends a POST to each address that it is given, as the server does to addresses of users, each as if for the first
// time, and says what came of it: in a process of its own, for tests that give it another network, resolver or
// environment.
//
//     OutboundProbe [--trust FILE] [--allow NETWORK] ADDRESS...
//     OutboundProbe --many COUNT [--trust FILE] [--allow NETWORK] ADDRESS    how many a second

var networks: [Network] = []
var trust: String?
var many: Int?
var addresses: [String] = []
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
    switch word {
    case "--allow": networks += [words.popFirst().flatMap { Network($0) }].compactMap { $0 }
    case "--trust": trust = words.popFirst()
    case "--many": many = words.popFirst().flatMap { Int($0) }
    default: addresses.append(word)
    }
}
var settings = WebSettings.outbound(besides: networks)
settings.trust = trust

func outcome(_ client: WebClient, _ address: String) async -> String {
    do {
        return "\(try await client.ask(WebRequest("POST", address, body: Array("{}".utf8))).status)"
    } catch {
        return (error as? WebTrouble).map { "\($0.kind)" } ?? "\(error)"
    }
}

if let many, let address = addresses.first {
    let client = WebClient(settings)
    let begin = ContinuousClock.now
    // As many at once as a server claims.
    let outcomes = await withTaskGroup(of: String.self) { sends in
        var outcomes: [String: Int] = [:]
        for number in 0..<many {
            if number >= 2_000, let one = await sends.next() { outcomes[one, default: 0] += 1 }
            sends.addTask { await outcome(client, address) }
        }
        for await one in sends { outcomes[one, default: 0] += 1 }
        return outcomes
    }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    print("\(outcomes) in \(seconds) s: \(Int(Double(many) / seconds)) a second")
} else {
    for address in addresses { print(await outcome(WebClient(settings), address)) }
}
