extension Setting {
    /// docs/run/configuration.md. A test compares the file with this; `daybook config --markdown` writes it.
    public static var markdownPage: String {
        var page = """
            # Configuration

            For operators: every setting of the server.

            Every setting can be given as a flag (`--listen 0.0.0.0:8420`), as an environment variable
            (`DAYBOOK_LISTEN=0.0.0.0:8420`), or in a file named by `--\(fileFlag)` or `\(fileVariable)`; the first of these wins.
            `daybook config` shows what is in effect and where each value comes from, without secrets.

            The file holds `NAME=value` lines with the names of the variables. Blank lines and lines that begin with `#` are
            skipped, one pair of quotes around a value is removed, and nothing is expanded: systemd's `EnvironmentFile=` and
            Docker's `env_file` read it the same. An unknown name in the file is an error, an unknown `DAYBOOK_` variable in the
            environment a warning. An empty value counts as not given. An invalid value stops the start; the
            message names the variable and never the value.

            A switch is given as `--migrate` or `--no-migrate`, or as `yes` or `no`. Sizes are written `64KiB`, `1MiB`; times
            `500ms`, `10s`, `5m`, `1h`, `30d`.

            Exit code \(ExitCode.configuration.rawValue) means that the configuration is invalid.

            """
        for group in Group.allCases {
            page += "\n## \(group.rawValue)\n\n| variable | value | default | |\n|---|---|---|---|\n"
            for setting in table where setting.group == group {
                let fallback = setting.fallbackInWords.isEmpty ? "" : "`\(setting.fallbackInWords)`"
                let value = setting.placeholder.replacing("|", with: "\\|")
                page += "| `\(setting.variable)` | `\(value)` | \(fallback) | \(setting.help) |\n"
            }
        }
        return String(page.dropLast())
    }
}
