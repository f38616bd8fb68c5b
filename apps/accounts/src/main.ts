import { stuck } from '@florin/database';
import { republish } from '@florin/events';
import { runService } from '@florin/service';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { createAccountsService } from './service.ts';
import { showAccount } from './show-account.ts';

await runService(
  {
    name: 'accounts',
    migrations,
    readConfig,
    create: createAccountsService,
    commands: { republish, stuck, account: showAccount },
  },
  process.env,
  process.argv.slice(2),
);
