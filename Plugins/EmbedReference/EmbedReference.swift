import Foundation
import PackagePlugin

/// Compiles docs/api/openapi.json and the pages for people who build apps into the target, so that a server
/// always serves the documents of its own version.
@main struct EmbedReference: BuildToolPlugin {
    /// A test compares them with `Guide.order`.
    private static let guides = [
        "build/accounts", "build/device", "build/history", "build/live", "build/pairing", "build/rest", "build/sdk",
        "build/search", "build/sign-in", "build/statistics", "build/sync", "build/testing", "build/versioning",
        "build/views", "build/wire", "house/ledger", "use/calendar-apps", "use/calendar-apps/apple-reminders",
        "use/calendar-apps/davx5", "use/calendar-apps/evolution", "use/calendar-apps/home-assistant",
        "use/calendar-apps/kde", "use/calendar-apps/tasks-org", "use/calendar-apps/thunderbird",
        "use/calendar-apps/todoman", "use/export", "use/feeds", "use/filters", "use/import", "use/plain-words",
        "use/planning",
    ]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let docs = context.package.directoryURL.appending(path: "docs")
        let files =
            [docs.appending(path: "api/openapi.json"), docs.appending(path: "api/problems.md")]
            + Self.guides.map { docs.appending(path: "\($0).md") }
        let output = context.pluginWorkDirectoryURL.appending(path: "Reference+embedded.swift")
        return [
            .buildCommand(
                displayName: "Embedding the API document and the guides",
                executable: try context.tool(named: "EmbedReferenceTool").url,
                arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
        ]
    }
}
