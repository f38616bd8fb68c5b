import { AppError, type Reply } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeRecord, openDatabase } from '@florin/database';
import { startRelay } from '@florin/events';
import { rpcService } from '@florin/grpc';
import { startLoop } from '@florin/runtime/loop';
import {
  addLeaseMetrics,
  addOutboxMetrics,
  addPoolMetrics,
  addSagaMetrics,
  createMetrics,
  followNats,
  type Logger,
  makeReport,
  serve,
} from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import type { AccountsConfig } from './config.ts';
import { getAccountRpc, getPlatformAccountRpc } from './grpc/get-account.ts';
import { accountsRoutes } from './http/routes.ts';
import { makeCalls, type SagaCalls } from './operations/calls.ts';
import { makeCleanUp } from './operations/clean-up.ts';
import { openClients } from './operations/clients.ts';
import { makeOpenAccount } from './operations/open-account.ts';
import { makeOpenPlatformAccount } from './operations/open-platform-account.ts';
import { makeSagas } from './operations/sagas.ts';
import { findAccount, findPlatformAccount } from './store/accounts.ts';
import { countAccounts, listAccounts } from './store/list-accounts.ts';
import type { AccountsTables } from './store/schema.ts';

/** Parts that tests replace, to break off work between two steps. */
export interface AccountsOverrides {
  readonly wrapCalls?: (calls: SagaCalls) => SagaCalls;
}

const RESUME_LOOP = { restMs: 1_000, restAfterErrorMs: 1_000 };
/** The services that the platform account needs may start later. */
const PLATFORM_LOOP = { restMs: 60_000, restAfterErrorMs: 500 };
/** For so long it is no trouble that they do not answer: all start at once. */
const STARTING_MS = 30_000;
const CLEAN_UP_LOOP = { restMs: 60_000, restAfterErrorMs: 60_000 };

/** Wires the accounts service together and starts it. */
export async function createAccountsService(
  config: AccountsConfig,
  log: Logger,
  { wrapCalls = (calls) => calls }: AccountsOverrides = {},
) {
  const onError = makeReport(log);
  const { db, pool, close } = openDatabase<AccountsTables>(
    config.database,
    onError('a database connection failed'),
  );
  const clients = openClients(config);
  const sagas = makeSagas(db, wrapCalls(makeCalls(clients)));
  const openAccount = makeOpenAccount(clients.identity, sagas.beginOpening);
  const cleanUp = makeCleanUp(db);

  const metrics = createMetrics();
  const events = followNats(config.nats, 'accounts', { metrics, log });
  const relay = startRelay(db, 'accounts', events, onError('publishing events failed'));
  const resuming = startLoop(
    async () => ((await sagas.resume()) > 0 ? 'again' : 'rest'),
    RESUME_LOOP,
    onError('resuming work across services failed'),
  );
  const cleaning = startLoop(
    () => cleanUp().then(() => 'rest'),
    CLEAN_UP_LOOP,
    onError('cleaning up failed'),
  );
  // At the very first start nobody is told that the system is ready before its admin can log in.
  let isReady = config.admin === null;
  const platform =
    config.admin &&
    startPlatform(makeOpenPlatformAccount(db, openAccount, config.admin), log, () => {
      isReady = true;
    });

  addPoolMetrics(metrics, { pool });
  addOutboxMetrics(metrics, db);
  addLeaseMetrics(metrics, db, [relay.leaseHolder]);
  addSagaMetrics(metrics, db);
  const server = await serve(
    {
      name: 'accounts',
      events,
      version: manifest.version,
      routes: accountsRoutes(
        {
          ...sagas,
          openAccount,
          findAccount: (id) => findAccount(db, id),
          listAccounts: (filter, window) => listAccounts(db, filter, window),
          countAccounts: (filter) => countAccounts(db, filter),
        },
        config,
      ),
      rpcs: [
        rpcService(grpcServices.accounts.service, {
          GetAccount: getAccountRpc((id) => findAccount(db, id)),
          GetPlatformAccount: getPlatformAccountRpc(() => findPlatformAccount(db)),
        }),
      ],
      metrics,
      record: makeRecord(db),
      isReady: () => isReady,
    },
    config,
    log,
  );

  return {
    ...server,
    async stop() {
      await server.stop();
      await Promise.all([resuming.stop(), cleaning.stop(), platform?.stop()]);
      // Closing the connection ends a relay that waits for NATS.
      await Promise.all([relay.stop(), events.close()]);
      clients.close();
      await close();
    },
  };
}

/** Tries until the platform account is there; what refuses it may be mended meanwhile. */
function startPlatform(
  openPlatformAccount: () => Promise<Reply | undefined>,
  log: Logger,
  onAnswer: () => void,
) {
  const report = makeReport(log)('opening the platform account failed');
  const startedAtMs = performance.now();
  const isStarting = (error: unknown) =>
    error instanceof AppError &&
    error.code === 'unavailable' &&
    performance.now() - startedAtMs < STARTING_MS;
  return startLoop(
    async () => {
      const refusal = await openPlatformAccount();
      onAnswer();
      if (refusal)
        log.error({ refusal: refusal.body }, 'there is no admin: set another FLORIN_ADMIN_EMAIL');
      return 'rest';
    },
    PLATFORM_LOOP,
    (error) => {
      if (!isStarting(error)) report(error);
    },
  );
}
