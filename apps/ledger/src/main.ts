import { republish } from '@florin/events';
import { runService } from '@florin/service';
import { audit } from './audit.ts';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { createLedgerService } from './service.ts';
import { showPayment } from './show-payment.ts';

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
