import { republish } from '@florin/events';
import { runService } from '@florin/service';
import { admin } from './admin.ts';
import { readAdminSettings, readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { createIdentityService } from './service.ts';
import { rotateSigningKey } from './signing-keys/signing-keys.ts';

await runService(
  {
    name: 'identity',
    migrations,
    readConfig,
    create: createIdentityService,
    commands: {
      republish,
      'rotate-signing-key': (config) => rotateSigningKey(config),
      admin: (config, args) => admin(config, args, readAdminSettings(process.env)),
    },
  },
  process.env,
  process.argv.slice(2),
);
