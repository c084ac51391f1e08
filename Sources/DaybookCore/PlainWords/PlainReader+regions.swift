/// A part of the day, and whose where the words say it.
struct PlainRegion {
    let region: Region
    let date: CalendarDate?
}

/// Parts of the day as places on a board, for those who plan by them.
extension PlainReader {
    /// `morning`, `in the evening`, `am Abend`: at the end of the line or beside a day, a time or a sign. Anywhere else
    /// it belongs to the title: `Morning run`, `Read the evening news`. `tonight` and `this evening` mean nothing else.
    ///
    /// Whose day is said, too: a time beside it is one of today, also where it is past.
    ///
    /// - Parameter isBehindDay: behind a day that the line says. Behind one that belongs to the title it does so, too.
    func region(_ place: Int, isBehindDay: Bool) -> Found<PlainRegion>? {
        guard readsRegions, begins(place), isBehindDay || !isDay(place - 1) else { return nil }
        var word = place
        switch sense(place) {
        case .this, .on: word += 1
        case .within: word = skipping(.the, place + 1)
        default: break
        }
        guard let hour = hour(word, isBehindDay: isBehindDay || word > place) else { return nil }
        let region: Region = hour < 12 ? .morning : hour < 18 ? .afternoon : .evening
        let meansNothingElse = if case .tonight = sense(word) { true } else { sense(place) == .this }
        return meansNothingElse || isBehindDay || startsMark(word + 1) || when(word + 1) != nil
            ? found(PlainRegion(region: region, date: meansNothingElse ? today : nil), word + 1) : nil
    }

    private func hour(_ place: Int, isBehindDay: Bool) -> Int? {
        switch sense(place) {
        case .partOfDay(let hour), .tonight(let hour): hour
        // `heute morgen`, `am Morgen`; by itself it is a day.
        case .tomorrowOrMorning where isBehindDay: 9
        default: nil
        }
    }

    private func isDay(_ place: Int) -> Bool {
        switch sense(place) {
        case .day, .tomorrowOrMorning, .weekday: true
        default: false
        }
    }

    /// `!must`, `!comp`, `!misc`
    func bucket(_ place: Int) -> Found<Bucket>? {
        guard readsRegions, sign(place) == "!", begins(place), isGlued(place + 1), let key = tokens[place + 1].key,
            let bucket = Self.buckets[key]
        else { return nil }
        return found(bucket, place + 2)
    }

    /// Not in the languages' tables, since they are words of titles everywhere but behind the sign.
    private static let buckets: [PlainWordKey: Bucket] = {
        let words: [(Bucket, [String])] = [
            (.mustDo, ["must", "muss"]), (.complementary, ["comp", "complementary", "ergänzung"]),
            (.misc, ["misc", "sonstiges"]),
        ]
        var buckets: [PlainWordKey: Bucket] = [:]
        for (bucket, names) in words {
            for name in names { PlainWordKey(Array(name.utf8)[...]).map { buckets[$0] = bucket } }
        }
        return buckets
    }()
}
