-- What a task and a line of the ledger may hold is proven where it is made, by the one function that changes them, and PostgreSQL
-- proved it again: for each statement it read all conditions of the table from their stored text, a third of what the INSERT of one
-- task took. `daybook check` looks for rows that break one of them (docs/house/storage.md). Keys, types and what must be given stay.
-- older servers: go on
-- forward

ALTER TABLE task
    DROP CONSTRAINT task_carry_count_check,
    DROP CONSTRAINT task_check,
    DROP CONSTRAINT task_check1,
    DROP CONSTRAINT task_check2,
    DROP CONSTRAINT task_check3,
    DROP CONSTRAINT task_check4,
    DROP CONSTRAINT task_check5,
    DROP CONSTRAINT task_check6,
    DROP CONSTRAINT task_clocks_check,
    DROP CONSTRAINT task_completion_check,
    DROP CONSTRAINT task_deletion_check,
    DROP CONSTRAINT task_open_state_check,
    DROP CONSTRAINT task_reopened_through_check,
    DROP CONSTRAINT task_revision_check,
    DROP CONSTRAINT task_search_text_check,
    DROP CONSTRAINT task_sort_order_check,
    DROP CONSTRAINT task_title_check;

ALTER TABLE change
    DROP CONSTRAINT change_check,
    DROP CONSTRAINT change_counter_check,
    DROP CONSTRAINT change_postponed_check,
    DROP CONSTRAINT change_reopens_check,
    DROP CONSTRAINT change_revision_check;

-- backward
-- Nothing is lost. The rows that are there are looked at by the migration before, without holding anybody up.

ALTER TABLE task
    ADD CONSTRAINT task_carry_count_check CHECK (carry_count >= 0) NOT VALID,
    ADD CONSTRAINT task_check CHECK ((state = 'completed'::task_state) = (completed_at IS NOT NULL)) NOT VALID,
    ADD CONSTRAINT task_check1 CHECK ((completion IS NULL) = (completion_at IS NULL)) NOT VALID,
    ADD CONSTRAINT task_check2 CHECK ((completed_at IS NULL) OR (completion IS NOT NULL)) NOT VALID,
    ADD CONSTRAINT task_check3 CHECK ((deleted_at IS NULL) OR (deletion IS NOT NULL)) NOT VALID,
    ADD CONSTRAINT task_check4 CHECK (((region IS NOT NULL) AND (region <> 'backlog'::day_region)) = (bucket <> 'none'::region_bucket)) NOT VALID,
    ADD CONSTRAINT task_check5 CHECK (((region = 'backlog'::day_region) IS TRUE) = (entered_backlog_at IS NOT NULL)) NOT VALID,
    ADD CONSTRAINT task_check6 CHECK ((long_search_text IS NULL) OR (search_text IS NULL)) NOT VALID,
    ADD CONSTRAINT task_clocks_check CHECK ((octet_length(clocks) % 30) = 0) NOT VALID,
    ADD CONSTRAINT task_completion_check CHECK (octet_length(completion) = 26) NOT VALID,
    ADD CONSTRAINT task_deletion_check CHECK (octet_length(deletion) = 26) NOT VALID,
    ADD CONSTRAINT task_open_state_check CHECK (open_state <> 'completed'::task_state) NOT VALID,
    ADD CONSTRAINT task_reopened_through_check CHECK (octet_length(reopened_through) = 26) NOT VALID,
    ADD CONSTRAINT task_revision_check CHECK (revision > 0) NOT VALID,
    ADD CONSTRAINT task_search_text_check CHECK (octet_length(search_text) <= 1000) NOT VALID,
    ADD CONSTRAINT task_sort_order_check CHECK (sort_order <> '') NOT VALID,
    ADD CONSTRAINT task_title_check CHECK (title <> '') NOT VALID;

ALTER TABLE change
    ADD CONSTRAINT change_check CHECK ((outcome = 'applied'::change_outcome) = (detail IS NULL)) NOT VALID,
    ADD CONSTRAINT change_counter_check CHECK ((counter >= 0) AND (counter <= 65535)) NOT VALID,
    ADD CONSTRAINT change_postponed_check CHECK (postponed > 0) NOT VALID,
    ADD CONSTRAINT change_reopens_check CHECK (octet_length(reopens) = 26) NOT VALID,
    ADD CONSTRAINT change_revision_check CHECK (revision > 0) NOT VALID;
