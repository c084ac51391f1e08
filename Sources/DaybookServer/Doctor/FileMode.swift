import Glibc

/// Who may do what with a file.
struct FileMode {
    let owner: uid_t
    let mode: mode_t

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        owner = status.st_uid
        mode = status.st_mode
    }

    var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    var isReadableByOthers: Bool { mode & S_IROTH != 0 }

    /// The nearest folder above a path that is there already.
    static func nearestFolder(to path: String) -> String {
        var path = path
        while FileMode(path) == nil, let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
            if path == "/" { break }
        }
        return path
    }
}
