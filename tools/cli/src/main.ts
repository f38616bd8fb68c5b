#!/usr/bin/env node
/** The command `florin`: `npm run florin -- --help`. */
import { enableCompileCache } from 'node:module';
import '@florin/launcher/src/joined/use.mjs';

// Reuses compiled code of earlier starts.
enableCompileCache();
const { run } = await import('./run.ts');
process.exitCode = (await run(process.argv.slice(2))) ?? process.exitCode;
