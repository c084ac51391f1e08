extension String {
    /// As much of it as fits into so many bytes, between two characters.
    func cut(toBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var kept = ""
        var count = 0
        // The sign for what is left out has three bytes.
        for character in self {
            count += character.utf8.count
            guard count <= most - 3 else { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
