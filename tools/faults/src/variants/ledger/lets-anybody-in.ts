import { replaceModule } from '../replace-module.ts';

replaceModule('apps/ledger/src/domain/access.ts', 'ledger/access.ts');
const { runLedger } = await import('./run-ledger.ts');
await runLedger({});
