import './joined/use.mjs';

// Loads all modules first.
const { runLauncher } = await import('./run-launcher.ts');
process.exitCode = await runLauncher(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`florin  ${error instanceof Error ? error.message : error}\n`);
  return 1;
});
// The channel to the bootstrap would keep this process alive.
if (process.connected) process.disconnect();
// Do not wait for other open handles, such as a pipe inherited by a grandchild.
setTimeout(() => process.exit(), 1_000).unref();
