-- What the server concluded a change for (`Identifier.Purpose` in the core); null for what people do, and for conclusions of
-- earlier releases. By it a task's story is told: what follows from the rest is left out.

-- forward

ALTER TABLE change ADD COLUMN purpose integer;

-- backward
-- What arrives late is told as if the conclusions of this time had been made by people.

ALTER TABLE change DROP COLUMN purpose;
