import Testing

@testable import DaybookStore

/// The failing statement is found in what PostgreSQL's programs write, here as 18.6 wrote it of a cluster of 15.20.
@Suite struct UpgradeLogTests {
    static let restoring = """
        command: "/usr/lib/postgresql/18/bin/pg_restore" --exit-on-error --verbose "/made/report/dump/pg_upgrade_dump_5.custom"
        pg_restore: creating TABLE "public.t"
        pg_restore: while PROCESSING TOC:
        pg_restore: from TOC entry 214; 1259 16384 TABLE t postgres
        pg_restore: error: could not execute query: ERROR:  unrecognized parameter "pg_attver"
        Command was: 
        -- For binary upgrade, must preserve pg_type oid
        SELECT pg_catalog.binary_upgrade_set_next_pg_type_oid('16386'::pg_catalog.oid);

        CREATE TABLE "public"."t" (
            "a" integer NOT NULL,
            "b" "text"
        );

        ALTER TABLE ONLY "public"."t" ALTER COLUMN "a" SET (pg_attver=24530400);
        ALTER TABLE ONLY "public"."t" ALTER COLUMN "b" SET (pg_attver=24530400);

        """

    static let output = """
        Restoring database schemas in the new cluster
        *failure*

        Consult the last few lines of "/made/report/log/pg_upgrade_dump_5.log" for
        the probable cause of the failure.
        """

    @Test func itIsTheFirstThatHoldsTheQuotedWord() {
        let log = UpgradeLog(output: Self.output, in: "/made/report") { path in
            path == "/made/report/log/pg_upgrade_dump_5.log" ? Self.restoring : ""
        }
        #expect(log?.path == "/made/report/log/pg_upgrade_dump_5.log")
        #expect(log?.complaint == "unrecognized parameter \"pg_attver\"")
        #expect(log?.statement == "ALTER TABLE ONLY \"public\".\"t\" ALTER COLUMN \"a\" SET (pg_attver=24530400);")
    }

    @Test func withoutAQuotedWordItIsTheFirstThatDoesMoreThanKeepANumber() {
        let text = Self.restoring.replacing("unrecognized parameter \"pg_attver\"", with: "out of shared memory")
        #expect(
            UpgradeLog(path: "", text: text)?.statement
                == "CREATE TABLE \"public\".\"t\" ( \"a\" integer NOT NULL, \"b\" \"text\" );")
    }

    @Test func psqlShowsItBeforeTheError() {
        let text = """
            CREATE ROLE "daybook";
            ALTER ROLE "daybook" SET "odd.setting" TO 'x';

            psql:/made/report/dump/pg_upgrade_dump_globals.sql:20: ERROR:  invalid configuration parameter name "odd"
            """
        let log = UpgradeLog(path: "", text: text)
        #expect(log?.complaint == "invalid configuration parameter name \"odd\"")
        #expect(log?.statement == "ALTER ROLE \"daybook\" SET \"odd.setting\" TO 'x';")
    }

    @Test func whatHasNoStatementHasNone() {
        #expect(UpgradeLog(path: "", text: "could not connect to server\n") == nil)
        #expect(UpgradeLog(output: "\"/made/report/tables.txt\"", in: "/made/report") { _ in Self.restoring } == nil)
        // Another folder's is not read.
        #expect(UpgradeLog(output: "\"/etc/some.log\"", in: "/made/report") { _ in Self.restoring } == nil)
    }
}
