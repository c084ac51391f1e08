import Glibc
import Synchronization

/// What has something to clear away when the process ends.
protocol Burial: Sendable {
    func bury()
}

/// Sees to it that nothing outlives the process: clusters end with it, and what a crashed one left behind is removed by
/// the next.
enum Graveyard {
    private static let mourned = Mutex<[any Burial]>([])
    private static let prepared: Void = {
        atexit {
            for one in Graveyard.mourned.withLock({ $0 }) { one.bury() }
        }
    }()

    static func enter(_ one: some Burial) {
        prepared
        mourned.withLock { $0.append(one) }
    }

    /// Removes the folders of processes that are no more; their servers ended with them.
    static func sweep() {
        guard let folder = opendir(Workspace.root) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = File.name(of: entry)
            guard name.hasPrefix(Workspace.prefix),
                let pid = name.dropFirst(Workspace.prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }),
                kill(pid, 0) == -1, errno == ESRCH
            else { continue }
            File.removeTree("\(Workspace.root)/\(name)")
        }
    }
}

enum File {
    static func read(_ path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    static func append(_ text: String, to path: String) throws {
        guard let file = fopen(path, "ae") else { throw Trouble("cannot write \(path)") }
        fputs(text, file)
        fclose(file)
    }

    /// Read in place: the kernel's entry ends with its name, so a copy of the whole struct would read past it.
    static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        guard let place = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
        return String(cString: (UnsafeRawPointer(entry) + place).assumingMemoryBound(to: CChar.self))
    }

    static func removeTree(_ path: String) {
        if unlink(path) == 0 || errno == ENOENT { return }
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = name(of: entry)
                if name != ".", name != ".." { removeTree("\(path)/\(name)") }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}
