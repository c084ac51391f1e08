import PackagePlugin

/// Compiles docs/api/openapi.json into the target, so that a server always serves the document of its own
/// routes.
@main struct EmbedReference: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let document = context.package.directoryURL.appending(path: "docs/api/openapi.json")
        let output = context.pluginWorkDirectoryURL.appending(path: "APIDocument+embedded.swift")
        return [
            .buildCommand(
                displayName: "Embedding the API document",
                executable: try context.tool(named: "EmbedReferenceTool").url,
                arguments: [document.path, output.path], inputFiles: [document], outputFiles: [output])
        ]
    }
}
