import Glibc

/// A system call on a path that failed.
package struct FileError: Error, Equatable {
    package let path: String
    package let code: Int32

    package init(_ path: String, code: Int32 = errno) {
        self.path = path
        self.code = code
    }

    /// The system's words for the error, without the path.
    package var sentence: String { String(cString: strerror(code)) }
}

/// The few things done with files, without Foundation.
package enum Files {
    package static func read(_ path: String, limit: Int = 16 << 20) throws(FileError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError(path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw FileError(path, code: EFBIG) }
        }
    }

    package static func text(_ path: String) throws(FileError) -> String {
        String(decoding: try read(path), as: UTF8.self)
    }

    /// Puts a file in place whole or not at all. The temporary file is made anew, so a link that somebody else put
    /// there is not followed.
    package static func replace(_ path: String, with text: String, mode: mode_t) throws(FileError) {
        let temporary = "\(path).new"
        if unlink(temporary) != 0, errno != ENOENT { throw FileError(temporary) }
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw FileError(temporary) }
        defer { close(file) }
        // The mode is what was asked for, whatever the umask.
        guard fchmod(file, mode) == 0 else { throw FileError(temporary) }
        try write(Array(text.utf8), to: file, path: temporary)
        guard fsync(file) == 0, rename(temporary, path) == 0 else { throw FileError(path) }
    }

    package static func write(_ bytes: [UInt8], to file: Int32, path: String) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(file, Array(rest), rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes renamed and created files in a folder survive a power failure.
    package static func sync(folder: String) throws(FileError) {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw FileError(folder) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw FileError(folder) }
    }

    /// What a path leads to, or nil when there is nothing.
    package static func status(_ path: String, followingLink: Bool = true) throws(FileError) -> stat? {
        var result = stat()
        if (followingLink ? stat(path, &result) : lstat(path, &result)) == 0 { return result }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw FileError(path)
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The outermost folder on the way to a path that this user may not pass through; nil if the way is open, or ends
    /// before it gets there.
    package static func closedFolder(above path: String) -> String? {
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            if access(folder, X_OK) != 0 { return errno == EACCES ? folder : nil }
        }
        return nil
    }

    /// Makes a folder and those above it that are missing. Returns whether the last was made now.
    @discardableResult
    package static func makeFolder(_ path: String, mode: mode_t) throws(FileError) -> Bool {
        if let status = try status(path) {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(path, code: ENOTDIR) }
            return false
        }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try makeFolder(String(path[..<slash]), mode: 0o755)
        }
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw FileError(path) }
        guard chmod(path, mode) == 0 else { throw FileError(path) }
        return true
    }

    /// Names in a folder that end as asked, sorted; either those that are hidden or the others.
    package static func names(
        in folder: String, endingIn suffix: String = "", hidden: Bool = false
    ) throws(FileError) -> [String] {
        guard let status = try status(folder) else { throw FileError(folder, code: ENOENT) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(folder, code: ENOTDIR) }
        guard access(folder, R_OK | X_OK) == 0 else { throw FileError(folder) }
        let special: Set<Character> = ["*", "?", "[", "]", "\\", "{", "}", "~"]
        let escaped = (folder + "/").map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
        var found = glob_t()
        defer { globfree(&found) }
        let result = glob("\(escaped)\(hidden ? "." : "")*\(suffix)", GLOB_ERR, nil, &found)
        if result == GLOB_NOMATCH { return [] }
        guard result == 0 else { throw FileError(folder, code: result == GLOB_NOSPACE ? ENOMEM : EIO) }
        return (0..<Int(found.gl_pathc)).compactMap { index in
            found.gl_pathv[index].map { String(String(cString: $0).dropFirst(folder.count + 1)) }
        }
        .sorted()
    }

    /// The path without links and dots, when it exists.
    package static func canonical(_ path: String) -> String? {
        guard let result = realpath(path, nil) else { return nil }
        defer { free(result) }
        return String(cString: result)
    }

    package static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Bytes an unprivileged process may still write where the path lies.
    package static func freeSpace(_ path: String) -> Int? {
        var result = statvfs()
        guard statvfs(path, &result) == 0 else { return nil }
        return Int(result.f_bavail) * Int(result.f_frsize)
    }
}
