import Foundation

// core-transcript SEED STEPS FILE: plays so many steps on this machine's core and writes down
// every call with its answer.
let arguments = CommandLine.arguments
guard arguments.count == 4, let seed = UInt64(arguments[1]), let steps = Int(arguments[2]) else {
    FileHandle.standardError.write(Data("usage: core-transcript SEED STEPS FILE\n".utf8))
    exit(2)
}
var play = try Play(seed: seed)
for _ in 0..<steps { try play.step() }
try Data(play.transcript.bytes).write(to: URL(fileURLWithPath: arguments[3]))
print("seed \(seed): \(play.transcript.calls) calls")
