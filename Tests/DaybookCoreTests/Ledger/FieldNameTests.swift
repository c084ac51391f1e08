import DaybookCore
import Testing

/// A field's bit in a row's clocks is where its name stands.
@Suite struct FieldNameTests {
    private func bits<Field: FieldName>(_: Field.Type) -> [UInt8] { Field.allCases.map { $0.rawValue } }

    @Test func fieldsAreCountedFromZeroInTheOrderOfTheirCases() {
        for bits in [bits(TaskField.self), bits(ListField.self), bits(SettingsField.self)] {
            #expect(bits == Array(0..<UInt8(bits.count)))
            #expect(bits.count <= 32, "a clock has so many bits")
        }
    }
}
