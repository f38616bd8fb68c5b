import { runService } from '@florin/service-runtime';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { createLedgerService } from './service.ts';

await runService(
  { name: 'ledger', migrations, readConfig, create: createLedgerService },
  process.env,
  process.argv.slice(2),
);
