import { eventSources } from '@florin/contracts';
import { deadLetterCommands } from '@florin/events';
import { consume, defineService, type ServiceConfig } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { cleanUp } from './clean-up.ts';
import { readConfig } from './config.ts';
import { onEvents } from './consumers.ts';
import { migrations } from './migrations/index.ts';
import { consoleRoutes } from './routes.ts';
import type { ConsoleTables } from './schema.ts';
import { bundleSite } from './site/bundle.ts';

/** Search may lag by this much. Larger batches cost less: each account is summed once per batch. */
const GATHER_MS = 250;

/** No inbox: the consumer itself ignores events that objects already contain. */
const findNone = async () => new Set<string>();

/** Parts of the console service. */
export const consoleService = defineService<ServiceConfig, ConsoleTables>({
  name: 'console',
  version: manifest.version,
  migrations,
  readConfig,
  commands: { ...deadLetterCommands('console', { findKnown: findNone, handle: onEvents }) },
  async makeParts({ db, system }) {
    const sources = Object.entries(eventSources.console);
    return {
      record: () => Promise.reject(new Error('the console makes no audited changes')),
      consumers: sources.map(([source, only]) =>
        consume(db, source as keyof typeof eventSources.console, {
          only,
          handle: onEvents,
          findKnown: findNone,
          gatherMs: GATHER_MS,
        }),
      ),
      workers: [
        {
          name: 'cleaning up',
          round: () => cleanUp(db),
          restMs: 600_000,
          restAfterErrorMs: 60_000,
        },
      ],
      routes: consoleRoutes({ db, system, site: await bundleSite() }),
    };
  },
});
