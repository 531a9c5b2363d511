"""A seeded fuzzer of the running server, over pipes and HTTP, on both stores."""
