-- A notebook of release 0.1.0 with schema 2: a list, two tasks and settings from its server, and a task only here.
BEGIN TRANSACTION;
CREATE TABLE conflict (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    op_id TEXT NOT NULL, entity TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, at INTEGER NOT NULL
);
CREATE TABLE deed (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    op_id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0, document TEXT NOT NULL
);
INSERT INTO "deed" VALUES(1,'0629a205-8a55-4118-a026-7b8b44aa72c5',1795392434879,0,'[{"revision":1,"opId":"0629a205-8a55-4118-a026-7b8b44aa72c5","device":"d3241749-cd56-4790-bf27-ceb42b688efc","entity":"task","id":"642160f3-2020-4cd2-99b9-dc52002d49e5","kind":"set","at":"2026-11-23T00:07:14.879Z","recordedAt":"2026-11-23T00:07:14.879Z","fields":{"title":"Read"},"prior":{},"created":true,"changed":true,"result":{"opId":"0629a205-8a55-4118-a026-7b8b44aa72c5","outcome":"applied"}}]');
INSERT INTO "deed" VALUES(2,'272a34f3-85ee-44c0-85e0-be2ee8e4c1bd',1795392446558,0,'[{"revision":3,"opId":"272a34f3-85ee-44c0-85e0-be2ee8e4c1bd","device":"df529af0-cbc1-46c8-a995-c186c695910f","entity":"list","id":"be306ef9-5fe6-4f60-8bbb-de30e16ccf44","kind":"set","at":"2026-11-23T00:07:26.558Z","recordedAt":"2026-11-23T00:07:26.558Z","fields":{"name":"Home"},"prior":{},"created":true,"changed":true,"result":{"opId":"272a34f3-85ee-44c0-85e0-be2ee8e4c1bd","outcome":"applied"}}]');
INSERT INTO "deed" VALUES(3,'9c47fb71-b180-4838-82a6-c33b0314b967',1795392446670,0,'[{"revision":4,"opId":"9c47fb71-b180-4838-82a6-c33b0314b967","device":"df529af0-cbc1-46c8-a995-c186c695910f","entity":"task","id":"1381d602-cdef-4ae3-9f14-5310a7ab113a","kind":"set","at":"2026-11-23T00:07:26.670Z","recordedAt":"2026-11-23T00:07:26.670Z","fields":{"title":"Water the plants"},"prior":{},"created":true,"changed":true,"result":{"opId":"9c47fb71-b180-4838-82a6-c33b0314b967","outcome":"applied"}}]');
INSERT INTO "deed" VALUES(4,'2832b0f5-db21-4442-97b7-9f22ebe881dc',1795392446792,0,'[{"revision":5,"opId":"2832b0f5-db21-4442-97b7-9f22ebe881dc","device":"df529af0-cbc1-46c8-a995-c186c695910f","entity":"settings","id":"1b47a7ca-630b-4131-9e23-ebbf0afe2885","kind":"set","at":"2026-11-23T00:07:26.792Z","recordedAt":"2026-11-23T00:07:26.792Z","fields":{"rollover":"backlog"},"prior":{"rollover":"off"},"created":false,"changed":true,"result":{"opId":"2832b0f5-db21-4442-97b7-9f22ebe881dc","outcome":"applied"}}]');
INSERT INTO "deed" VALUES(5,'edeeaba9-f630-4c91-b121-a71b67ac35af',1795392448985,0,'[{"revision":6,"opId":"edeeaba9-f630-4c91-b121-a71b67ac35af","device":"df529af0-cbc1-46c8-a995-c186c695910f","entity":"task","id":"ea8c0a94-0282-4b2f-ac0d-990911a9606b","kind":"set","at":"2026-11-23T00:07:28.985Z","recordedAt":"2026-11-23T00:07:28.985Z","fields":{"title":"Only here"},"prior":{},"created":true,"changed":true,"result":{"opId":"edeeaba9-f630-4c91-b121-a71b67ac35af","outcome":"applied"}}]');
CREATE TABLE incoming (
    kind INTEGER NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE TABLE operation (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    op_id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL CHECK (state IN (0, 1, 2)),
    document TEXT NOT NULL, answered_at INTEGER
);
INSERT INTO "operation" VALUES(2,'0629a205-8a55-4118-a026-7b8b44aa72c5',2,'{"opId":"0629a205-8a55-4118-a026-7b8b44aa72c5","entity":"task","id":"642160f3-2020-4cd2-99b9-dc52002d49e5","at":"2026-11-23T00:07:14.879Z","kind":"set","fields":{"title":"Read"},"corrected":true}',1795392446464);
INSERT INTO "operation" VALUES(3,'272a34f3-85ee-44c0-85e0-be2ee8e4c1bd',2,'{"opId":"272a34f3-85ee-44c0-85e0-be2ee8e4c1bd","entity":"list","id":"be306ef9-5fe6-4f60-8bbb-de30e16ccf44","at":"2026-11-23T00:07:26.558Z","kind":"set","fields":{"name":"Home"},"base":"7a91af29-af92-46d9-bfb3-02e6efc2a45f:2","corrected":true}',1795392446596);
INSERT INTO "operation" VALUES(4,'9c47fb71-b180-4838-82a6-c33b0314b967',2,'{"opId":"9c47fb71-b180-4838-82a6-c33b0314b967","entity":"task","id":"1381d602-cdef-4ae3-9f14-5310a7ab113a","at":"2026-11-23T00:07:26.670Z","kind":"set","fields":{"title":"Water the plants"},"base":"7a91af29-af92-46d9-bfb3-02e6efc2a45f:3","corrected":true}',1795392446740);
INSERT INTO "operation" VALUES(5,'2832b0f5-db21-4442-97b7-9f22ebe881dc',2,'{"opId":"2832b0f5-db21-4442-97b7-9f22ebe881dc","entity":"settings","id":"1b47a7ca-630b-4131-9e23-ebbf0afe2885","at":"2026-11-23T00:07:26.792Z","kind":"set","fields":{"rollover":"backlog"},"base":"7a91af29-af92-46d9-bfb3-02e6efc2a45f:4","after":"2026-11-23T00:07:26.397Z+0000@df529af0-cbc1-46c8-a995-c186c695910f","corrected":true}',1795392446827);
INSERT INTO "operation" VALUES(6,'edeeaba9-f630-4c91-b121-a71b67ac35af',0,'{"opId":"edeeaba9-f630-4c91-b121-a71b67ac35af","entity":"task","id":"ea8c0a94-0282-4b2f-ac0d-990911a9606b","at":"2026-11-23T00:07:28.985Z","kind":"set","fields":{"title":"Only here"},"base":"7a91af29-af92-46d9-bfb3-02e6efc2a45f:5"}',NULL);
CREATE TABLE refusal (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    op_id TEXT NOT NULL UNIQUE, document TEXT NOT NULL, code TEXT NOT NULL, sentence TEXT NOT NULL,
    at INTEGER NOT NULL
);
INSERT INTO "refusal" VALUES(1,'0b0f8f0e-6e1a-4c53-9a55-0d2d7c3f9a11','{"opId":"0b0f8f0e-6e1a-4c53-9a55-0d2d7c3f9a11","entity":"task","id":"ea8c0a94-0282-4b2f-ac0d-990911a9606b","at":"2026-11-23T00:07:28.985Z","kind":"set","fields":{"title":"Only here"},"base":"7a91af29-af92-46d9-bfb3-02e6efc2a45f:5"}','title_empty','The title is empty',1795392446912);
CREATE TABLE row (
    kind INTEGER NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, stamp INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
);
INSERT INTO "row" VALUES(0,'642160f3-2020-4cd2-99b9-dc52002d49e5','{"id":"642160f3-2020-4cd2-99b9-dc52002d49e5","title":"Read","notes":null,"state":"notStarted","createdAt":"2026-11-23T00:07:14.879Z","updatedAt":"2026-11-23T00:07:14.879Z","completedAt":null,"scheduledDate":null,"dueAt":null,"reminderAt":null,"listId":null,"sortOrder":"i7P2UEPrSY","region":null,"bucket":"none","carryCount":0,"sticky":false,"autoCarry":false,"category":null,"recurrence":null,"parentRecurringId":null,"deletedAt":null,"revision":2,"clocks":{"2026-11-23T00:07:14.879Z+0000@df529af0-cbc1-46c8-a995-c186c695910f":["title","createdAt"]}}',5);
INSERT INTO "row" VALUES(2,'','{"timeZone":"GMT","firstWeekday":1,"dayStart":"00:00","rollover":"backlog","regionLimits":{"mustDo":1,"complementary":3,"misc":5},"complementaryAfterMustDo":false,"reviewTime":"18:00","quickAdd":"inbox","linkScheme":"todoapp","revision":5,"clocks":{"2026-11-23T00:07:26.397Z+0000@df529af0-cbc1-46c8-a995-c186c695910f":["timeZone"],"2026-11-23T00:07:26.792Z+0000@df529af0-cbc1-46c8-a995-c186c695910f":["rollover"]}}',14);
INSERT INTO "row" VALUES(1,'be306ef9-5fe6-4f60-8bbb-de30e16ccf44','{"id":"be306ef9-5fe6-4f60-8bbb-de30e16ccf44","name":"Home","colorHex":null,"createdAt":"2026-11-23T00:07:26.558Z","modifiedAt":"2026-11-23T00:07:26.558Z","sortOrder":"i7P2UFE2cQ","deletedAt":null,"revision":3,"clocks":{"2026-11-23T00:07:26.558Z+0000@df529af0-cbc1-46c8-a995-c186c695910f":["name","createdAt"]}}',8);
INSERT INTO "row" VALUES(0,'1381d602-cdef-4ae3-9f14-5310a7ab113a','{"id":"1381d602-cdef-4ae3-9f14-5310a7ab113a","title":"Water the plants","notes":null,"state":"notStarted","createdAt":"2026-11-23T00:07:26.670Z","updatedAt":"2026-11-23T00:07:26.670Z","completedAt":null,"scheduledDate":null,"dueAt":null,"reminderAt":null,"listId":null,"sortOrder":"i7P2UFEWSE","region":null,"bucket":"none","carryCount":0,"sticky":false,"autoCarry":false,"category":null,"recurrence":null,"parentRecurringId":null,"deletedAt":null,"revision":4,"clocks":{"2026-11-23T00:07:26.670Z+0000@df529af0-cbc1-46c8-a995-c186c695910f":["title","createdAt"]}}',11);
CREATE TABLE standing (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    account TEXT NOT NULL,
    device TEXT NOT NULL,
    server TEXT,
    time_zone TEXT,
    clock TEXT NOT NULL,
    cursor TEXT,
    revision INTEGER NOT NULL,
    epoch TEXT,
    exchange INTEGER NOT NULL,
    mass_delete TEXT,
    -- What the server adds to this device's clocks, in milliseconds.
    shift INTEGER NOT NULL DEFAULT 0,
    last_sync INTEGER,
    told INTEGER,
    trouble TEXT,
    -- Counts the changes of this file; whoever holds an older count reads again.
    generation INTEGER NOT NULL,
    -- The generation in which all rows were replaced at once.
    replaced INTEGER NOT NULL
);
INSERT INTO "standing" VALUES(1,'1b47a7ca-630b-4131-9e23-ebbf0afe2885','df529af0-cbc1-46c8-a995-c186c695910f','http://127.0.0.1:41139',NULL,'2026-11-23T00:07:28.985Z+0000@df529af0-cbc1-46c8-a995-c186c695910f','7a91af29-af92-46d9-bfb3-02e6efc2a45f:5',5,'7a91af29-af92-46d9-bfb3-02e6efc2a45f',12,NULL,0,1795392446912,5,'The server cannot be reached (Couldn''t connect to server). Changes are kept and sent later.',18,5);
CREATE INDEX row_stamp ON row (stamp);
CREATE INDEX operation_state ON operation (state, place);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('deed',5);
INSERT INTO "sqlite_sequence" VALUES('operation',6);
INSERT INTO "sqlite_sequence" VALUES('refusal',1);
COMMIT;
PRAGMA user_version = 2;
