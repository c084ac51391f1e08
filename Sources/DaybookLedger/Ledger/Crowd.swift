/// How many changes were under way at once of late, and what of them is the share of each lane.
///
/// Who is answered comes again soon, so what is under way at this moment says too little: it is the most of the last
/// few transactions that counts, a little less with each.
struct Crowd {
    private let lanes: Int
    /// In sixteenths.
    private var most = 0

    init(lanes: Int) { self.lanes = lanes }

    /// So many are under way or wait.
    mutating func meet(_ count: Int) { most = max(most, 16 * count) }

    /// Some of them go.
    mutating func leave() { most -= most / 16 }

    /// So many go together where they can.
    var share: Int { min(WriteLanes.mostTogether, max(1, most / 16 / lanes)) }
}
