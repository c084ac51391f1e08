import Postgres

@testable import DaybookStore

/// Rows for every table of the newest schema, so that migrations are tried on a database in use. A test fails for a
/// table left out.
enum FilledDatabase {
    /// All rows belong to one account.
    static let scope = LocalSetting("daybook.account", "11111111-1111-4111-8111-111111111111")

    static func statements() throws -> [String] {
        try SQLScript(rows).statements.map(\.text)
    }

    // The row of `instance` comes with its migration.
    private static let rows = """
        INSERT INTO account VALUES ('11111111-1111-4111-8111-111111111111', '2026-11-21T09:15:00Z', NULL, NULL, NULL, false, '2026-11-21');
        INSERT INTO device VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'Phone', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', NULL);
        INSERT INTO token VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '22222222-2222-4222-8222-222222222222', 'full', NULL, decode(repeat('ab', 32), 'hex'), '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', NULL);
        INSERT INTO app_password VALUES (decode(repeat('ab', 32), 'hex'), '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222');
        INSERT INTO revocation VALUES (1, decode(repeat('ab', 16), 'hex'), '2026-11-21T09:15:00Z');
        INSERT INTO account_clock VALUES ('11111111-1111-4111-8111-111111111111', 2, 0, 1, 100);
        INSERT INTO account_settings VALUES ('11111111-1111-4111-8111-111111111111', 'Europe/Berlin', 1, '00:00', 'off', 1, 3, 5, false, '18:00', 'inbox',
            'todoapp', '', NULL, 0);
        INSERT INTO list VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'Home', '#AABBCC', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', 'V', NULL, NULL, decode(repeat('80', 30), 'hex'), NULL, 1);
        INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, completed_at, list_id, sort_order, region,
            bucket, carry_count, sticky, auto_carry, open_state, chosen_bucket, completion, completion_at, clocks, revision)
        VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'Water the plants', 'completed', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', '22222222-2222-4222-8222-222222222222', 'V', 'morning', 'misc', 0, false,
            false, 'notStarted', 'none', decode(repeat('80', 26), 'hex'), '2026-11-21T09:15:00Z', decode(repeat('80', 30), 'hex'), 2);
        INSERT INTO change VALUES ('11111111-1111-4111-8111-111111111111', 1, '22222222-2222-4222-8222-222222222222', '22222222-2222-4222-8222-222222222222', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', 0, 'task', '22222222-2222-4222-8222-222222222222', 'set', NULL, '{}', '[]', true, true,
            'applied', NULL, NULL);
        INSERT INTO search_page VALUES ('11111111-1111-4111-8111-111111111111', 0, 2, 1, '{22222222-2222-4222-8222-222222222222}', '{2}', '{2026-11-21T09:15:00Z}', '{true}', E' water the plants \\n');
        INSERT INTO completion VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', NULL, NULL, NULL);
        INSERT INTO waiting_change VALUES ('11111111-1111-4111-8111-111111111111', 1, 'task', '22222222-2222-4222-8222-222222222222', '2026-11-21T09:15:00Z');
        INSERT INTO device_clock VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', -35000, '2026-11-21T09:15:00Z', decode(repeat('80', 26), 'hex'), NULL);
        INSERT INTO device_sync VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 2, '2026-11-21T09:15:00Z');
        INSERT INTO instance_day VALUES ('2026-11-21', 7);
        INSERT INTO instance_census VALUES ('2026-11-21', '2026-11-21T09:15:00Z', 1, 0, 1, 1, 1, 1, 1, 1, 100, 1000000);
        INSERT INTO day_turn VALUES ('11111111-1111-4111-8111-111111111111', '2026-11-22T00:00:00Z');
        INSERT INTO chore VALUES ('sweep accounts', '22222222-2222-4222-8222-222222222222', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', NULL);
        INSERT INTO login VALUES (decode(repeat('ab', 32), 'hex'), '11111111-1111-4111-8111-111111111111');
        INSERT INTO credential VALUES ('11111111-1111-4111-8111-111111111111', 'somebody@example.org', '$argon2id$v=19$', '2026-11-21T09:15:00Z');
        INSERT INTO recovery_code VALUES ('11111111-1111-4111-8111-111111111111', decode(repeat('ab', 32), 'hex'), '2026-11-21T09:15:00Z', NULL);
        INSERT INTO second_factor VALUES ('11111111-1111-4111-8111-111111111111', 'sealed', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', 7);
        INSERT INTO trusted_device VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '2026-12-21T09:15:00Z');
        INSERT INTO passkey VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', decode(repeat('ab', 32), 'hex'), -7, 'key', 7, true, 'Phone', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z');
        INSERT INTO assistant_grant VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', decode(repeat('ab', 32), 'hex'), decode(repeat('ab', 32), 'hex'), decode(repeat('ab', 32), 'hex'), decode(repeat('ab', 32), 'hex'), decode(repeat('ab', 32), 'hex'), '2026-11-21T09:15:00Z', '2027-02-19T09:15:00Z', '22222222-2222-4222-8222-222222222222', '22222222-2222-4222-8222-222222222222', decode(repeat('ab', 32), 'hex'), decode(repeat('cd', 32), 'hex'));
        INSERT INTO pairing VALUES (decode(repeat('ab', 32), 'hex'), '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '22222222-2222-4222-8222-222222222222', '2026-11-21T09:15:00Z', '2026-11-21T09:25:00Z', 'Laptop', 4711, decode(repeat('ab', 32), 'hex'), 1, NULL);
        INSERT INTO login_guard VALUES (decode(repeat('ab', 32), 'hex'), 1, '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z');
        INSERT INTO merged_account VALUES ('33333333-3333-4333-8333-333333333333', '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '22222222-2222-4222-8222-222222222222', decode(repeat('ab', 32), 'hex'), '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', 0, NULL);
        INSERT INTO calendar_feed VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'Days', NULL, decode(repeat('ab', 32), 'hex'), '2026-11-21T09:15:00Z', NULL);
        INSERT INTO reminder VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '2026-11-22T09:15:00Z', '2026-11-22T09:15:00Z');
        INSERT INTO channel VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '22222222-2222-4222-8222-222222222222', 'live', 'Phone', 63, 'en', 'sealed', decode(repeat('ab', 32), 'hex'), '2026-11-21T09:15:00Z', NULL, NULL, NULL);
        INSERT INTO change_cursor VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 1, NULL, 0, 0, false);
        INSERT INTO delivery VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'reminder', '2026-11-21T09:15:00Z', '22222222-2222-4222-8222-222222222222', '2026-11-21T09:15:00Z', NULL, 'delivered', 1, NULL, '2026-11-21T09:15:01Z', NULL);
        INSERT INTO dav_resource VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'plants.ics', '22222222-2222-4222-8222-222222222222', '22222222-2222-4222-8222-222222222222', true, 'plants', '2026-11-21T09:15:00Z', 2, false);
        INSERT INTO dav_body VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 2, 'BEGIN:VCALENDAR');
        INSERT INTO dav_collection VALUES ('11111111-1111-4111-8111-111111111111', 'home', '22222222-2222-4222-8222-222222222222');
        INSERT INTO dav_client VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '{SUMMARY}');
        INSERT INTO dav_guard VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '2026-11-21T09:15:00Z', 1, 2, NULL);
        INSERT INTO erasure VALUES ('11111111-1111-4111-8111-111111111111', '33333333-3333-4333-8333-333333333333', '22222222-2222-4222-8222-222222222222', '2026-11-21T09:15:00Z', '2026-11-21T09:15:01Z', false, 3, 1, 0);
        INSERT INTO deletion VALUES ('33333333-3333-4333-8333-333333333333', '11111111-1111-4111-8111-111111111111', '2026-11-21T09:15:00Z', '2026-11-21T09:15:00Z', NULL, '{}');
        INSERT INTO invite VALUES (decode(repeat('ab', 32), 'hex'), '22222222-2222-4222-8222-222222222222', NULL, '2026-11-21T09:15:00Z', NULL, 1);
        INSERT INTO throttle VALUES (decode(repeat('ab', 32), 'hex'), '2026-11-21T09:15:00Z', 1);
        INSERT INTO identity VALUES ('https://id.example.org', 'subject', '11111111-1111-4111-8111-111111111111');
        INSERT INTO identity_link VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'https://id.example.org', 'subject', '2026-11-21T09:15:00Z', 'daybook', 'sealed');
        INSERT INTO sign_in_attempt VALUES (decode(repeat('ab', 32), 'hex'), 'home', NULL, NULL, '2026-11-21T09:15:00Z', '2026-11-21T09:25:00Z', NULL, NULL, NULL, NULL, NULL);
        INSERT INTO used_nonce VALUES (decode(repeat('ab', 32), 'hex'), '2026-11-21T09:25:00Z');
        INSERT INTO token_revocation VALUES ('sealed', 'https://id.example.org', 'daybook', 0, '2026-11-21T09:15:00Z');
        """
}
