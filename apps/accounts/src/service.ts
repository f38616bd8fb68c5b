import { grpcServices } from '@florin/contracts/protos';
import { makeSaga, openDatabase } from '@florin/database';
import { connectEvents, startRelay } from '@florin/events';
import { makeClient, rpcService } from '@florin/grpc';
import { startLoop } from '@florin/loop';
import { type Logger, makeReport, serve } from '@florin/service-runtime';
import manifest from '../package.json' with { type: 'json' };
import type { AccountsConfig } from './config.ts';
import { getAccountRpc, getPlatformAccountRpc } from './grpc/get-account.ts';
import { accountsRoutes } from './http/routes.ts';
import { makeOpenAccount } from './operations/open-account.ts';
import { makeOpenPlatformAccount } from './operations/open-platform-account.ts';
import { type OpeningCalls, openingSaga } from './operations/opening.ts';
import { makeOpeningCalls } from './operations/opening-calls.ts';
import { findAccount, findPlatformAccount } from './store/accounts.ts';
import type { AccountsTables } from './store/schema.ts';

/** Parts that tests replace, to break off work between two steps. */
export interface AccountsOverrides {
  readonly wrapCalls?: (calls: OpeningCalls) => OpeningCalls;
}

const RESUMES_MAX = 100;
const RESUME_LOOP = { restMs: 1_000, restAfterErrorMs: 1_000 };

/** Wires the accounts service together and starts it. */
export async function createAccountsService(
  config: AccountsConfig,
  log: Logger,
  { wrapCalls = (calls) => calls }: AccountsOverrides = {},
) {
  const onError = makeReport(log);
  const { db, close } = openDatabase<AccountsTables>(
    config.database,
    onError('a database connection failed'),
  );
  const { callKeys } = config;
  const identity = makeClient(grpcServices.identity, {
    self: 'accounts',
    callee: 'identity',
    addresses: config.identityAddresses,
    callKeys,
  });
  const ledger = makeClient(grpcServices.balances, {
    self: 'accounts',
    callee: 'ledger',
    addresses: config.ledgerAddresses,
    callKeys,
  });
  const opening = makeSaga(db, openingSaga(wrapCalls(makeOpeningCalls({ identity, ledger }))));
  const openAccount = makeOpenAccount(identity, opening.begin);

  const events = connectEvents(config.natsUrl, 'accounts');
  const relay = startRelay(db, 'accounts', events, onError('publishing events failed'));
  const resuming = startLoop(
    async () => ((await opening.resume(RESUMES_MAX)) > 0 ? 'again' : 'rest'),
    RESUME_LOOP,
    onError('resuming work across services failed'),
  );
  const platform =
    config.admin && startPlatform(makeOpenPlatformAccount(db, openAccount, config.admin), onError);

  const server = await serve(
    {
      name: 'accounts',
      version: manifest.version,
      routes: accountsRoutes({ openAccount, findAccount: (id) => findAccount(db, id) }, config),
      rpcs: [
        rpcService(grpcServices.accounts.service, {
          GetAccount: getAccountRpc((id) => findAccount(db, id)),
          GetPlatformAccount: getPlatformAccountRpc(() => findPlatformAccount(db)),
        }),
      ],
    },
    config,
    log,
  );

  return {
    ...server,
    async stop() {
      await server.stop();
      await Promise.all([resuming.stop(), platform?.stop()]);
      // Closing the connection ends a relay that waits for NATS.
      await Promise.all([relay.stop(), events.close()]);
      identity.close();
      ledger.close();
      await close();
    },
  };
}

/** Tries until the platform account is there: the services it needs may start later. */
function startPlatform(
  openPlatformAccount: () => Promise<void>,
  onError: (what: string) => (error: unknown) => void,
) {
  return startLoop(
    async () => {
      await openPlatformAccount();
      return 'rest';
    },
    { restMs: 2_147_483_647, restAfterErrorMs: 500 },
    onError('opening the platform account failed'),
  );
}
