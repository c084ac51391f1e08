/// Finds the path of a byte in a document whose earlier bytes are well-formed.
///
/// Only errors pay for it. Names of the contract are short words, so a name that is none (longer than 40 bytes, or with
/// anything but letters, digits, `_` and `-`) is shown as `?`: an error never repeats content. Nor is it longer than a
/// contract's names can be, however deep somebody nests.
enum JSONPath {
    private enum Step {
        case index(Int)
        case name(String)
        case beforeName
    }

    static let longest = 200

    /// - Parameter start: where a value begins, which is called `prefix`.
    static func of(_ offset: Int, in bytes: ContiguousArray<UInt8>, from start: Int = 0, called prefix: String = "")
        -> String
    {
        var steps: [Step] = []
        var position = start
        // In an object, a string is a name exactly when no name has been seen since `{` or `,`.
        while position < offset, position < bytes.count {
            switch bytes[position] {
            case 0x7B: steps.append(.beforeName)
            case 0x5B: steps.append(.index(0))
            case 0x7D, 0x5D: if !steps.isEmpty { steps.removeLast() }
            case 0x2C:
                switch steps.last {
                case .index(let index): steps[steps.count - 1] = .index(index + 1)
                case .name, .beforeName: steps[steps.count - 1] = .beforeName
                case nil: break
                }
            case 0x22:
                let content = position + 1
                position = content
                while position < bytes.count, bytes[position] != 0x22 {
                    position += bytes[position] == 0x5C ? 2 : 1
                }
                // The refused byte lies inside this string.
                if position >= offset, offset >= content, position != offset || position >= bytes.count {
                    return written(steps, after: prefix)
                }
                if case .beforeName = steps.last {
                    steps[steps.count - 1] = .name(shown(bytes, content..<min(position, bytes.count)))
                }
            default: break
            }
            position += 1
        }
        return written(steps, after: prefix)
    }

    /// A name as an error or an answer may repeat it.
    static func shown(_ name: String) -> String {
        let bytes = ContiguousArray(name.utf8)
        return shown(bytes, bytes.indices)
    }

    static func shown(_ bytes: ContiguousArray<UInt8>, _ range: Range<Int>) -> String {
        guard (1...40).contains(range.count) else { return "?" }
        for byte in bytes[range] {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: continue
            default: return "?"
            }
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    private static func written(_ steps: [Step], after prefix: String) -> String {
        var path = prefix
        for step in steps {
            if path.utf8.count > longest { return path + "..." }
            switch step {
            case .index(let index): path += "[\(index)]"
            case .name(let name): path += path.isEmpty ? name : "." + name
            case .beforeName: break
            }
        }
        return path
    }
}
