/**
 * The launcher, but apps are started from their variants of the moment. Runs as a process of its
 * own, which stops everything when whoever started it is gone.
 */
import { appEntryOf, runLauncher } from '@florin/launcher/src/run-launcher.ts';
import { VARIANTS_VARIABLE, variantEntryOf } from './variants.ts';

const variants = process.env[VARIANTS_VARIABLE] ?? '';

process.exitCode = await runLauncher(
  process.argv.slice(2),
  process.env,
  (app) => variantEntryOf(variants, app) ?? appEntryOf(app),
);
if (process.connected) process.disconnect();
setTimeout(() => process.exit(), 1_000).unref();
