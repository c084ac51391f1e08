import DaybookHost

extension Configuration {
    /// What the cluster looks at: where its programs are comes from every source of settings, not only the environment.
    package var clusterEnvironment: [String: String] {
        var environment = ProcessEnvironment.all()
        environment["DAYBOOK_PG_BIN"] = postgresPrograms
        return environment
    }
}

extension StartFailure {
    package init(describing error: EmbeddedError) {
        let code: ExitCode =
            switch error {
            case .diskFull, .readOnly, .fileTrouble, .noPermission: .inputOutput
            case .folderInUse, .notRunning: .unavailable
            default: .failure
            }
        self.init("\(error)", code)
    }
}
