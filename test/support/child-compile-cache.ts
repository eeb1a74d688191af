/** Node reads it when a process starts: it holds for the processes that tests start from now on, and not for this one. */
delete process.env.NODE_DISABLE_COMPILE_CACHE;
