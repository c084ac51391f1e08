import Testing

@testable import DaybookHost

@Suite struct CoresTests {
    @Test(arguments: [
        ("Cpus_allowed_list:\t0-3,8\n", 5), ("Cpus_allowed_list:\t0\n", 1), ("x\n", nil),
        ("Cpus_allowed_list:\t3-1\n", nil),
    ])
    func coresAreCounted(status: String, count: Int?) {
        #expect(Cores.allowed(status) == count)
        #expect(Cores.usable() >= 1)
    }

    @Test(arguments: [("max 100000\n", nil), ("150000 100000\n", 2), ("50000 100000\n", 1), ("", nil)])
    func quotasAreRoundedUp(text: String, count: Int?) {
        #expect(Cores.quota(text) == count)
    }
}
