import './joined/use.mjs';

// What is imported in the first place is loaded before anything is done.
const { runLauncher } = await import('./run-launcher.ts');
process.exitCode = await runLauncher(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`florin  ${error instanceof Error ? error.message : error}\n`);
  return 1;
});
// The channel to the bootstrap would keep this process alive.
if (process.connected) process.disconnect();
// Whatever else is still open, such as a pipe that a grandchild inherited, is not worth waiting for.
setTimeout(() => process.exit(), 1_000).unref();
