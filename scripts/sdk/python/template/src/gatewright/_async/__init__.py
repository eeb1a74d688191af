"""The client for asyncio; the package ``_sync`` is made from this one."""
