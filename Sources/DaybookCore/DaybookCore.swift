// Laid out; filled by its first capability.
