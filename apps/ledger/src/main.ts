import { republish } from '@florin/events';
import { runService } from '@florin/service';
import { audit } from './audit/command.ts';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { showPayment } from './payment-requests/show.ts';
import { createLedgerService } from './service.ts';

await runService(
  {
    name: 'ledger',
    migrations,
    readConfig,
    create: createLedgerService,
    commands: { audit, republish, payment: showPayment },
  },
  process.env,
  process.argv.slice(2),
);
