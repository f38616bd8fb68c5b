import { grpcServices } from '@florin/contracts/protos';
import { openDatabase } from '@florin/database';
import { connectEvents, startRelay } from '@florin/events';
import { rpcService } from '@florin/grpc';
import { type Logger, makeReport, serve } from '@florin/service-runtime';
import manifest from '../package.json' with { type: 'json' };
import type { BillingConfig } from './config.ts';
import { gateRpcs } from './grpc/gates.ts';
import { makeCloseGate, makeReopenGate } from './operations/close-gate.ts';
import { makeEndSubscriptions } from './operations/end-subscriptions.ts';
import type { BillingTables } from './store/schema.ts';

/** Parts that tests replace. */
export type BillingOverrides = Readonly<Record<string, never>>;

/** Wires billing together and starts it. */
export async function createBillingService(
  config: BillingConfig,
  log: Logger,
  _overrides: BillingOverrides = {},
) {
  const onError = makeReport(log);
  const { db, close } = openDatabase<BillingTables>(
    config.database,
    onError('a database connection failed'),
  );
  const events = connectEvents(config.natsUrl, 'billing');
  const relay = startRelay(db, 'billing', events, onError('publishing events failed'));
  const server = await serve(
    {
      name: 'billing',
      version: manifest.version,
      routes: [],
      rpcs: [
        rpcService(
          grpcServices.billing.service,
          gateRpcs({
            closeGate: makeCloseGate(db),
            reopenGate: makeReopenGate(db),
            endSubscriptions: makeEndSubscriptions(db),
          }),
        ),
      ],
    },
    config,
    log,
  );
  return {
    ...server,
    async stop() {
      await server.stop();
      // Closing the connection ends a relay that waits for NATS.
      await Promise.all([relay.stop(), events.close()]);
      await close();
    },
  };
}
