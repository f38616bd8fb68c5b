import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '@florin/system-kit';

const LOOK_EVERY_MS = 25;

export interface Lag {
  readonly id: string;
  readonly type: string;
  /** From the event's creation time to its first appearance in the log. */
  readonly ms: number;
}

/** Polls webhooks' log until stopped. */
export async function watchLags(sql: Sql) {
  const lags: Lag[] = [];
  let isOver = false;
  let [last = 0n] = (
    await sql<{ last: bigint }>('select max(position) as last from webhooks.events')
  ).map((row) => row.last);
  const looking = look();
  // `stop` reports a failure; until then it must not end the process.
  looking.catch(() => undefined);

  async function look(): Promise<void> {
    for (let wasOver = false; !wasOver; ) {
      wasOver = isOver;
      const rows = await sql<Lag & { position: bigint }>(
        `select id, type, position,
                extract(epoch from clock_timestamp() - created_at)::float8 * 1000 as ms
           from webhooks.events where position > $1 order by position`,
        [last],
      );
      last = rows.at(-1)?.position ?? last;
      lags.push(...rows);
      await pause(LOOK_EVERY_MS);
    }
  }

  return {
    /** Lags of all events seen. */
    async stop(): Promise<readonly Lag[]> {
      isOver = true;
      await looking;
      return lags;
    },
  };
}

/** The lag that this share of events does not exceed; 0 without events. */
export function quantile(all: readonly number[], share: number): number {
  return all.toSorted((a, b) => a - b)[Math.ceil(share * all.length) - 1] ?? 0;
}
