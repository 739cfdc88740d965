"""A database engine for Django that brings its own PostgreSQL: a real server, from a wheel."""
