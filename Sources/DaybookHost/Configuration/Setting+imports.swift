extension Setting {
    /// How large imported files may be, and where they wait.
    static let imports: [Setting] = [
        Setting(
            "import-limit", .size(1024...(1 << 40)), in: .limits, default: "256MiB",
            "Largest file that can be imported, unpacked; larger ones are answered with 413. The limit is never above DAYBOOK_BYTES_PER_ACCOUNT."
        ) { $0.importLimit = $1 },
        Setting(
            "import-room", .size(1024...(1 << 50)), in: .limits, default: "1GiB",
            "Most disk space that the files of all imports may take while they arrive; further imports are answered with 503."
        ) { $0.importRoom = $1 },
        Setting(
            "import-folder", .optional(.path), in: .limits,
            "Folder on a disk that keeps the files of imports, without names, until they have arrived completely. Without this setting: the data directory, or the system's temporary folder if there is none."
        ) { $0.importFolder = $1 },
    ]
}
