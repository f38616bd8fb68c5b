import { cleanUp, stuck } from '@florin/database';
import { republish } from '@florin/events';
import { defineService } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { accountsRpcs } from './accounts/rpcs.ts';
import { makeCalls, openClients } from './clients.ts';
import { type AccountsConfig, readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { makePlatformAccount } from './opening/platform-account.ts';
import { accountsRoutes } from './routes.ts';
import { makeSagas } from './sagas.ts';
import type { AccountsTables } from './schema.ts';
import { showAccount } from './show-account.ts';

/** The parts of the accounts service. */
export const accounts = defineService<AccountsConfig, AccountsTables>({
  name: 'accounts',
  version: manifest.version,
  migrations,
  readConfig,
  commands: { republish, stuck, account: showAccount },
  makeParts({ config, db, system, log, onClose }) {
    const clients = openClients(config);
    onClose(clients.close);
    const calls = makeCalls(clients);
    const sagas = makeSagas(db, calls);
    const deps = { db, system, calls, sagas };
    const platform =
      config.admin &&
      makePlatformAccount(deps, { ...config.admin, livemode: config.opensLive }, log);
    return {
      outbox: db,
      sagas: { db, runners: Object.values(sagas) },
      routes: accountsRoutes(deps, config),
      rpcs: [accountsRpcs(deps)],
      workers: [
        {
          name: 'cleaning up',
          round: () => cleanUp(db),
          restMs: 60_000,
          restAfterErrorMs: 5_000,
        },
        ...(platform ? [platform.worker] : []),
      ],
      isReady: platform?.isReady,
    };
  },
});
