-- Which secret key the hashes and seals in this database were made with: a fingerprint that tells one key from another and
-- nothing about either. With another key every login would look as if it had never been, so a server that brings one is
-- refused. Null until the first start that knows of fingerprints.

-- forward

ALTER TABLE instance ADD COLUMN key_fingerprint bytea CHECK (octet_length(key_fingerprint) = 32);

COMMENT ON COLUMN instance.key_fingerprint IS 'Of the secret key that belongs to this database; changes with its rotation';

-- backward
-- A wrong key is not noticed any more.

ALTER TABLE instance DROP COLUMN key_fingerprint;
