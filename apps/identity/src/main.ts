import { republish } from '@florin/events';
import { runService } from '@florin/service-runtime';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { createIdentityService } from './service.ts';

await runService(
  {
    name: 'identity',
    migrations,
    readConfig,
    create: createIdentityService,
    commands: { republish },
  },
  process.env,
  process.argv.slice(2),
);
