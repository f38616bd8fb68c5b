import {
  type LeaseTables,
  type OutboxTables,
  openDatabase,
  type StepsTables,
} from '@florin/database';
import { connectEvents, startRelay } from '@florin/events';
import { type Logger, makeReport, serve } from '@florin/service-runtime';
import manifest from '../package.json' with { type: 'json' };
import type { BillingConfig } from './config.ts';

interface BillingTables extends OutboxTables, StepsTables, LeaseTables {}

/** Wires billing together and starts it. */
export async function createBillingService(config: BillingConfig, log: Logger) {
  const onError = makeReport(log);
  const { db, close } = openDatabase<BillingTables>(
    config.database,
    onError('a database connection failed'),
  );
  const events = connectEvents(config.natsUrl, 'billing');
  const relay = startRelay(db, 'billing', events, onError('publishing events failed'));
  const server = await serve(
    { name: 'billing', version: manifest.version, routes: [], rpcs: [] },
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
