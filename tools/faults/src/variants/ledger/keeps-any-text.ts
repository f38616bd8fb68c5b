import { replaceModule } from '../replace-module.ts';

replaceModule('packages/contracts/src/well-formed.ts', 'packages/well-formed.ts');
const { runLedger } = await import('./run-ledger.ts');
await runLedger({});
