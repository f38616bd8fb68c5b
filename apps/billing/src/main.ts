import { stuck } from '@florin/database';
import { deadLetterCommands, republish } from '@florin/events';
import { runService } from '@florin/service';
import { readConfig } from './config.ts';
import { onPaymentEnded } from './events/on-payment-ended.ts';
import { migrations } from './migrations/index.ts';
import { endPayment, makeTakePayment } from './operations/take-payment.ts';
import { createBillingService } from './service.ts';
import { databaseNow } from './store/clock.ts';

await runService(
  {
    name: 'billing',
    migrations,
    readConfig,
    create: createBillingService,
    commands: {
      republish,
      stuck,
      ...deadLetterCommands(
        'billing',
        onPaymentEnded({ takePayment: makeTakePayment(databaseNow), endPayment }),
      ),
    },
  },
  process.env,
  process.argv.slice(2),
);
