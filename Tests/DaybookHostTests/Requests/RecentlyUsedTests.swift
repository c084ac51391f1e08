import DaybookHost
import Testing

@Suite struct RecentlyUsedTests {
    @Test func itHoldsNoMoreThanItsRoom() {
        var table = RecentlyUsed<Int, Int>(room: 100)
        for number in 0..<10_000 {
            table.insert(number, for: number)
            #expect(table.count <= 100)
        }
        #expect(table.find(9_999) == 9_999)
        #expect(table.find(0) == nil)
    }

    @Test func whatIsUsedStays() {
        var table = RecentlyUsed<Int, Int>(room: 100)
        table.insert(-1, for: -1)
        for number in 0..<10_000 {
            table.insert(number, for: number)
            if number % 40 == 0 { #expect(table.find(-1) == -1, "after \(number)") }
        }
    }

    @Test func aNewValueReplacesTheOldOneInEitherGeneration() {
        var table = RecentlyUsed<Int, Int>(room: 2)
        table.insert(1, for: 7)
        table.insert(2, for: 7)
        #expect(table.find(7) == 2)
        table.insert(0, for: 8)
        table.insert(3, for: 7)
        #expect(table.find(7) == 3)
    }

    @Test func whatIsRemovedIsFoundInNeitherGeneration() {
        var table = RecentlyUsed<Int, Int>(room: 8)
        for number in 0..<8 { table.insert(number, for: number) }
        table.removeAll { $0 % 2 == 0 }
        #expect((0..<8).filter { table.find($0) != nil } == [1, 3, 5, 7])
        table.removeAll()
        #expect(table.count == 0)
        #expect(table.find(1) == nil)
    }
}
