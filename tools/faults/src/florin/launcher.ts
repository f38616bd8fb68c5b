/**
 * The launcher, but the ledger is started from the file that `LEDGER_ENTRY_FILE` names at the
 * moment. Runs as a process of its own, which stops everything when whoever started it is gone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { appEntryOf, runLauncher } from '@florin/launcher/src/run-launcher.ts';
import { LEDGER_ENTRY_VARIABLE } from './ledger-entry.ts';

const entryFile = process.env[LEDGER_ENTRY_VARIABLE] ?? '';

process.exitCode = await runLauncher(process.argv.slice(2), process.env, (app) =>
  app === 'ledger' && existsSync(entryFile) ? readFileSync(entryFile, 'utf8') : appEntryOf(app),
);
if (process.connected) process.disconnect();
setTimeout(() => process.exit(), 1_000).unref();
