import { republish } from '@florin/events';
import { runService } from '@florin/service-runtime';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { createBillingService } from './service.ts';

await runService(
  {
    name: 'billing',
    migrations,
    readConfig,
    create: createBillingService,
    commands: { republish },
  },
  process.env,
  process.argv.slice(2),
);
