extension Setting {
    /// How long files may be that come in, and where they wait.
    static let imports: [Setting] = [
        Setting(
            "import-limit", .size(1024...(1 << 40)), in: .limits, default: "256MiB",
            "Largest file of an import, unpacked; more is answered with 413. It is never more than DAYBOOK_BYTES_PER_ACCOUNT."
        ) { $0.importLimit = $1 },
        Setting(
            "import-room", .size(1024...(1 << 50)), in: .limits, default: "1GiB",
            "Most room on the disk that all files of imports together may take while they come in; more are answered with 503."
        ) { $0.importRoom = $1 },
        Setting(
            "import-folder", .optional(.path), in: .limits,
            "Folder on a disk where files of imports wait, without a name, until they are here whole. Without it: the data directory, or the system's temporary folder where there is none."
        ) { $0.importFolder = $1 },
    ]
}
