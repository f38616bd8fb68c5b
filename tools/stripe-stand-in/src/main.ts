import { readOptions } from './options.ts';
import { startStandIn } from './start.ts';

const options = readOptions(process.argv.slice(2));
const standIn = await startStandIn(options);
process.stdout.write(`a stand-in for Stripe at ${standIn.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void standIn.close().then(() => process.exit(0));
  });
