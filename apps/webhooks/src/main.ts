import { runService } from '@florin/service-runtime';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { parked } from './parked.ts';
import { createWebhooksService } from './service.ts';

await runService(
  { name: 'webhooks', migrations, readConfig, create: createWebhooksService, commands: { parked } },
  process.env,
  process.argv.slice(2),
);
