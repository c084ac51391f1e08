import Testing

@testable import daybook

@Suite struct ShortNamesTests {
    @Test func eachIsLongEnoughToBeMeantAlone() {
        let all = ["b0f19b00-0001", "b0f19b00-0002", "b0f1ffff-0001", "77777777-0001"]
        let names = ShortNames(all + ["b0f19b00-0001"])
        #expect(all.map { names.short($0) } == ["b0f19b00-0001", "b0f19b00-0002", "b0f1ff", "777777"])
        #expect(ShortNames(["b0f19b00-0001"]).short("b0f19b00-0001") == "b0f19b")
        #expect(ShortNames([String]()).short("") == "")
    }
}
