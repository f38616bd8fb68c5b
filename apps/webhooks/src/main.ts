import { deadLetterCommands } from '@florin/events';
import { runService } from '@florin/service';
import { readConfig } from './config.ts';
import { onAnyEvent } from './events/consumers.ts';
import { migrations } from './migrations/index.ts';
import { createWebhooksService } from './service.ts';

await runService(
  {
    name: 'webhooks',
    migrations,
    readConfig,
    create: createWebhooksService,
    commands: { ...deadLetterCommands('webhooks', onAnyEvent) },
  },
  process.env,
  process.argv.slice(2),
);
