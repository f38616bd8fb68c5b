import { newId } from '@florin/contracts';
import { type Database, type DatabaseConfig, openDatabase } from '@florin/database';
import { createWriter, type Writer, type WriterLimits } from './create-writer.ts';
import type { Meter } from './meter.ts';
import { makeRandom } from './random-bits.ts';
import type { makeRunBatch } from './run-batch.ts';

export const WRITER_LIMITS: WriterLimits = { batchMax: 256, lanesMax: 2, queueMax: 10_000 };

/** One for each lane, and one to ask what became of a transaction whose lane was cut off. */
export const WRITER_CONNECTIONS = 3;

/**
 * All statements of the writer find rows by index, however many there are. So one plan serves
 * each of them for good: planning them anew costs a third of their time, and a plan by the size of
 * the tables may be one of the time when they were empty.
 */
const SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** The writer, with connections of its own: no reader can keep it from them. */
export function openWriter(
  database: Omit<DatabaseConfig, 'poolSizeMax'>,
  parts: {
    readonly makeRunBatch: typeof makeRunBatch;
    readonly limits: WriterLimits;
    readonly meter: Meter;
  },
  onError: (error: Error) => void,
): Writer & Pick<Database<unknown>, 'pool'> {
  const config = { ...database, poolSizeMax: WRITER_CONNECTIONS };
  const { pool, close } = openDatabase(config, onError, { pipeline: true, settings: SETTINGS });
  const sources = { random: makeRandom(), newEventId: newId };
  const writer = createWriter(
    parts.makeRunBatch(pool, sources, parts.meter),
    parts.limits,
    parts.meter,
  );
  return {
    ...writer,
    pool,
    async stop() {
      await writer.stop();
      await close();
    },
  };
}
