-- Tasks are searched by folded text (small letters without accents, `SearchText` of the core), which the server writes beside
-- title and notes. Neither full-text nor trigram indexes can serve it: their operators are not leakproof, so behind row-level
-- security PostgreSQL never uses them as an index's condition, and they would cost every push. What is read instead is one
-- account's part of a narrow index that begins with the account and holds the text itself, without a look at the table.
-- An entry of an index must be small, so long texts are in a column of their own, found by an index without them.
-- Rows written before have neither text until their account is first searched.

-- forward

ALTER TABLE task
    ADD COLUMN search_text text CHECK (octet_length(search_text) <= 1000),
    ADD COLUMN long_search_text text CHECK (long_search_text IS NULL OR search_text IS NULL);

CREATE INDEX task_to_search ON task (account_id, revision) INCLUDE (task_id, state, updated_at, search_text)
    WHERE deleted_at IS NULL AND search_text IS NOT NULL;

CREATE INDEX task_to_search_long ON task (account_id, revision)
    WHERE deleted_at IS NULL AND long_search_text IS NOT NULL;

CREATE INDEX task_not_folded ON task (account_id)
    WHERE deleted_at IS NULL AND search_text IS NULL AND long_search_text IS NULL;

-- backward
-- Nothing that a user wrote is lost; the folded text is made again.

DROP INDEX task_not_folded;

DROP INDEX task_to_search_long;

DROP INDEX task_to_search;

ALTER TABLE task DROP COLUMN long_search_text, DROP COLUMN search_text;
