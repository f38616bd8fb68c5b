import { replaceModule } from '../replace-module.ts';

replaceModule('apps/ledger/src/domain/transaction.ts', 'ledger/transaction.ts');
const { runLedger } = await import('./run-ledger.ts');
await runLedger({});
