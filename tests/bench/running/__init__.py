"""A site as it runs in production, for what can be measured only from outside of it."""
