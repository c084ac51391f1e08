-- The next migration takes the checks of `task` and `change` away. On the way there they hold, and nothing is done here. On the way
-- back it puts them back for what is written from then on, and here the rows that are there are looked at, beside those who read and
-- write.
-- no transaction: rows of large tables are looked at while others write
-- repeatable: what is valid already is not looked at again
-- older servers: go on
-- forward

ALTER TABLE task
    VALIDATE CONSTRAINT task_carry_count_check,
    VALIDATE CONSTRAINT task_check,
    VALIDATE CONSTRAINT task_check1,
    VALIDATE CONSTRAINT task_check2,
    VALIDATE CONSTRAINT task_check3,
    VALIDATE CONSTRAINT task_check4,
    VALIDATE CONSTRAINT task_check5,
    VALIDATE CONSTRAINT task_check6,
    VALIDATE CONSTRAINT task_clocks_check,
    VALIDATE CONSTRAINT task_completion_check,
    VALIDATE CONSTRAINT task_deletion_check,
    VALIDATE CONSTRAINT task_open_state_check,
    VALIDATE CONSTRAINT task_reopened_through_check,
    VALIDATE CONSTRAINT task_revision_check,
    VALIDATE CONSTRAINT task_search_text_check,
    VALIDATE CONSTRAINT task_sort_order_check,
    VALIDATE CONSTRAINT task_title_check;

ALTER TABLE change
    VALIDATE CONSTRAINT change_check,
    VALIDATE CONSTRAINT change_counter_check,
    VALIDATE CONSTRAINT change_postponed_check,
    VALIDATE CONSTRAINT change_reopens_check,
    VALIDATE CONSTRAINT change_revision_check;

-- backward
-- Nothing is lost.

ALTER TABLE task
    VALIDATE CONSTRAINT task_carry_count_check,
    VALIDATE CONSTRAINT task_check,
    VALIDATE CONSTRAINT task_check1,
    VALIDATE CONSTRAINT task_check2,
    VALIDATE CONSTRAINT task_check3,
    VALIDATE CONSTRAINT task_check4,
    VALIDATE CONSTRAINT task_check5,
    VALIDATE CONSTRAINT task_check6,
    VALIDATE CONSTRAINT task_clocks_check,
    VALIDATE CONSTRAINT task_completion_check,
    VALIDATE CONSTRAINT task_deletion_check,
    VALIDATE CONSTRAINT task_open_state_check,
    VALIDATE CONSTRAINT task_reopened_through_check,
    VALIDATE CONSTRAINT task_revision_check,
    VALIDATE CONSTRAINT task_search_text_check,
    VALIDATE CONSTRAINT task_sort_order_check,
    VALIDATE CONSTRAINT task_title_check;

ALTER TABLE change
    VALIDATE CONSTRAINT change_check,
    VALIDATE CONSTRAINT change_counter_check,
    VALIDATE CONSTRAINT change_postponed_check,
    VALIDATE CONSTRAINT change_reopens_check,
    VALIDATE CONSTRAINT change_revision_check;
