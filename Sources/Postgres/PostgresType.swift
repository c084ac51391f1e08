/// A type of PostgreSQL's catalogue by its number, with the number of its array type. The built-in types' numbers are
/// the same in every database.
public struct PostgresType: Hashable, Sendable {
    public let oid: UInt32
    /// 0 where arrays of it are not supported.
    public let array: UInt32

    public init(oid: UInt32, array: UInt32) {
        self.oid = oid
        self.array = array
    }

    public static let bool = PostgresType(oid: 16, array: 1000)
    public static let bytea = PostgresType(oid: 17, array: 1001)
    public static let int8 = PostgresType(oid: 20, array: 1016)
    public static let int2 = PostgresType(oid: 21, array: 1005)
    public static let int4 = PostgresType(oid: 23, array: 1007)
    public static let text = PostgresType(oid: 25, array: 1009)
    public static let json = PostgresType(oid: 114, array: 199)
    public static let float4 = PostgresType(oid: 700, array: 1021)
    public static let float8 = PostgresType(oid: 701, array: 1022)
    public static let date = PostgresType(oid: 1082, array: 1182)
    public static let timestamptz = PostgresType(oid: 1184, array: 1185)
    public static let uuid = PostgresType(oid: 2950, array: 2951)
    public static let jsonb = PostgresType(oid: 3802, array: 3807)

    /// Types whose binary form is their text: text, varchar, bpchar, name, "char", json, xml, unknown, and whatever a
    /// database defines itself (enums, citext), whose numbers begin at 16384.
    static func isText(_ oid: UInt32) -> Bool {
        switch oid {
        case 25, 1043, 1042, 19, 18, 114, 142, 705: true
        default: oid >= 16384
        }
    }
}
