import { runService } from '@florin/service-runtime';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { createWebhooksService } from './service.ts';

await runService(
  { name: 'webhooks', migrations, readConfig, create: createWebhooksService },
  process.env,
  process.argv[2],
);
