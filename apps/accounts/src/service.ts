import { grpcServices } from '@florin/contracts/protos';
import { stuck } from '@florin/database';
import { republish } from '@florin/events';
import { rpcService } from '@florin/grpc';
import { defineService } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { type AccountsConfig, readConfig } from './config.ts';
import { getAccountRpc, getPlatformAccountRpc } from './grpc/get-account.ts';
import { type AccountsOperations, accountsRoutes } from './http/routes.ts';
import { migrations } from './migrations/index.ts';
import { makeCalls, type SagaCalls } from './operations/calls.ts';
import { makeCleanUp } from './operations/clean-up.ts';
import { openClients } from './operations/clients.ts';
import { makeOpenAccount } from './operations/open-account.ts';
import { makeOpenPlatformAccount } from './operations/open-platform-account.ts';
import { makeSagas } from './operations/sagas.ts';
import { makePlatformAccount } from './platform-account.ts';
import { showAccount } from './show-account.ts';
import { findAccount, findPlatformAccount } from './store/accounts.ts';
import { countAccounts, listAccounts } from './store/list-accounts.ts';
import type { AccountsTables } from './store/schema.ts';

/** Parts that tests replace, to break off work between two steps. */
export interface AccountsOverrides {
  readonly wrapCalls?: (calls: SagaCalls) => SagaCalls;
}

/** What the accounts service consists of. */
export const defineAccounts = ({ wrapCalls = (calls) => calls }: AccountsOverrides = {}) =>
  defineService<AccountsConfig, AccountsTables>({
    name: 'accounts',
    version: manifest.version,
    migrations,
    readConfig,
    commands: { republish, stuck, account: showAccount },
    makeParts({ config, db, log, onClose }) {
      const clients = openClients(config);
      onClose(clients.close);
      const sagas = makeSagas(db, wrapCalls(makeCalls(clients)));
      const openAccount = makeOpenAccount(clients.identity, sagas.beginOpening);
      const platform =
        config.admin &&
        makePlatformAccount(makeOpenPlatformAccount(db, openAccount, config.admin), log);
      const operations: AccountsOperations = {
        ...sagas,
        openAccount,
        findAccount: (id) => findAccount(db, id),
        listAccounts: (filter, window) => listAccounts(db, filter, window),
        countAccounts: (filter) => countAccounts(db, filter),
      };
      return {
        outbox: db,
        sagas: { db, runners: sagas.runners },
        routes: accountsRoutes(operations, config),
        rpcs: [
          rpcService(grpcServices.accounts.service, {
            GetAccount: getAccountRpc(operations.findAccount),
            GetPlatformAccount: getPlatformAccountRpc(() => findPlatformAccount(db)),
          }),
        ],
        workers: [
          { name: 'cleaning up', round: makeCleanUp(db), restMs: 60_000, restAfterErrorMs: 5_000 },
          ...(platform ? [platform.worker] : []),
        ],
        isReady: platform?.isReady,
      };
    },
  });
