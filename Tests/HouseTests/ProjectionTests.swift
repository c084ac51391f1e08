import Testing

/// A projection that the server does not hand to its ledger stays behind, and nobody notices.
@Suite struct ProjectionTests {
    @Test func theServerKeepsEveryProjection() throws {
        let sources = try House.sources()
        let declared = sources.flatMap { file in
            file.text.matches(of: #/(?:struct|class) (\w+): (?:OnDemand)?Projection \{/#).map { String($0.1) }
        }
        #expect(declared.count >= 4, "the sources were not found, so nothing was checked")
        let wiring = try #require(sources.first { $0.path == "DaybookServer/Capabilities.swift" }).text
        for name in declared { #expect(wiring.contains("\(name)("), "\(name)") }
    }
}
