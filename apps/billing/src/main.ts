import { stuck } from '@florin/database';
import { deadLetterCommands, republish } from '@florin/events';
import { runService } from '@florin/service';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { onPaymentEnded } from './payments/consumers.ts';
import { createBillingService } from './service.ts';

await runService(
  {
    name: 'billing',
    migrations,
    readConfig,
    create: createBillingService,
    commands: {
      republish,
      stuck,
      ...deadLetterCommands('billing', onPaymentEnded),
    },
  },
  process.env,
  process.argv.slice(2),
);
