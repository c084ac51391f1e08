#if hasFeature(Embedded)
import DaybookCore

// What the page calls. One core per instance: a page has one thread for it, so nothing is shared.

nonisolated(unsafe) private var core = Core(random: { daybookRandom() })
nonisolated(unsafe) private var asked: [UInt8] = []
nonisolated(unsafe) private var answer = Core.Answer(head: [])
/// Where the answer's head and text lie and how long they are.
nonisolated(unsafe) private let places = UnsafeMutablePointer<UInt32>.allocate(capacity: 4)

@_extern(wasm, module: "page", name: "random")
@_extern(c)
private func daybookRandom() -> UInt64

@_extern(wasm, module: "page", name: "form")
@_extern(c)
private func daybookForm(_ form: Int32, _ bytes: UnsafeMutablePointer<UInt8>, _ length: Int32, _ room: Int32) -> Int32

/// Reads the line of plain words that `room` was filled with, and returns where the answer is until the next call.
/// `ask` stands in one module and this in another (scripts/web-core.sh).
@_cdecl("line")
public func line() -> UnsafeMutablePointer<UInt32> {
    TextForms.lent = lend
    let head = asked
    asked = []
    answer = Core.Answer(head: PlainLine.answer(head))
    return placed()
}

/// Room for a call: its name, head and text, one behind the other.
@_cdecl("room")
public func room(_ bytes: UInt32) -> UnsafeMutablePointer<UInt8>? {
    asked = [UInt8](repeating: 0, count: Int(bytes))
    return asked.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Answers the call that `room` was filled with, and returns where the answer is until the next call.
@_cdecl("ask")
public func ask(_ name: UInt32, _ head: UInt32, _ text: UInt32) -> UnsafeMutablePointer<UInt32> {
    TextForms.lent = lend
    let (headAt, textAt) = (Int(name), Int(name) + Int(head))
    let callName = String(decoding: asked[..<headAt], as: UTF8.self)
    let headBytes = Array(asked[headAt..<textAt])
    let textBytes = Array(asked[textAt..<textAt + Int(text)])
    asked = []
    answer = core.answer(callName, headBytes, textBytes)
    return placed()
}

private func placed() -> UnsafeMutablePointer<UInt32> {
    answer.head.withUnsafeBufferPointer { place($0, at: 0) }
    answer.text.withUnsafeBufferPointer { place($0, at: 2) }
    return places
}

private func place(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    places[index] = UInt32(UInt(bitPattern: bytes.baseAddress))
    places[index + 1] = UInt32(bytes.count)
}

/// Asks the browser, which has Unicode's tables, for a form of a text. None is more than 18 times as long.
private func lend(_ text: String, _ form: TextForms.Form) -> String {
    let plain = Array(text.utf8)
    guard !plain.allSatisfy({ $0 < 0x80 }) || form == .small else { return text }
    var bytes = plain + [UInt8](repeating: 0, count: plain.count * 18)
    let room = Int32(bytes.count)
    let length = bytes.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { daybookForm(form.rawValue, $0, Int32(plain.count), room) } ?? 0
    }
    return String(decoding: bytes[..<Int(length)], as: UTF8.self)
}
#endif
