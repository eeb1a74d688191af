/** Runs a script; an error is reported by its message, and the exit code is 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
