import { startLoop } from '@florin/runtime/loop';
import type { Pool } from 'pg';
import { readPlace } from '../connection/read-place.ts';
import { codeOf, isTransientDbError } from '../errors/postgres-errors.ts';
import { askTogether } from './ask-together.ts';
import { Behind, type Standby } from './standby.ts';
import { laterOf, parseWalPosition, type WalPosition } from './wal-position.ts';

/** Routes reads to standbys. */
export interface Reads {
  /**
   * Runs read-only work on a standby, or on the primary if none can serve it. It sees every commit
   * before it began; with a position, those up to it and those older than the bound (decision 53).
   */
  spread<Result>(
    position: WalPosition | undefined,
    work: () => Promise<Result>,
  ): Promise<Spread<Result>>;
  /** The primary's position. It includes every commit acknowledged before the call. */
  position(): Promise<WalPosition>;
  stop(): Promise<void>;
}

export interface Spread<Result> {
  readonly result: Result;
  /** The position up to which the read saw everything; undefined for the primary. */
  readonly seen: WalPosition | undefined;
}

export interface ReadsMeter {
  /** Reports where a read was served. */
  read(place: 'standby' | 'primary'): void;
  /** Reports a standby's lag in seconds; undefined while it does not answer. */
  lag(standby: string, seconds: number | undefined): void;
}

/** Minimum interval between position queries. Reads that arrive in between share the next one. */
const ASK_EVERY_MS = 2;
const LOOK_EVERY_MS = 1_000;
/** SQLSTATE of a write on a standby. */
const READ_ONLY = '25006';

interface Known {
  readonly position: WalPosition;
  readonly at: number;
}

export function spreadReads(
  primary: Pool,
  standbys: readonly Standby[],
  lagMaxMs: number,
  meter: ReadsMeter,
): Reads {
  /** Positions of the primary with their times, oldest first, back to one beyond the bound. */
  let known: readonly Known[] = [];
  let turn = 0;

  const position = askTogether(async () => {
    const { rows } = await primary.query<{ position: string }>(
      // Acknowledged commits are flushed. Data that is only inserted may not be sent yet.
      'select pg_current_wal_flush_lsn()::text as position',
    );
    const asked = parseWalPosition(rows[0]?.position ?? '');
    if (asked === undefined) throw new Error('the primary did not report its WAL position');
    return asked;
  }, ASK_EVERY_MS);

  /** The position that any read within the bound includes; undefined if unknown. */
  function floor(): WalPosition | undefined {
    const since = performance.now() - lagMaxMs;
    return known.find(({ at }) => at >= since)?.position;
  }

  async function neededFor(token: WalPosition | undefined): Promise<WalPosition | undefined> {
    if (token === undefined) return position();
    const least = floor();
    return least === undefined ? undefined : laterOf(token, least);
  }

  function pick(needed: WalPosition): Standby | undefined {
    turn += 1;
    const able = standbys.filter((standby) => standby.mayHave(needed));
    return able[turn % able.length];
  }

  /** One round: the primary's position, then that of each standby. */
  async function look(): Promise<'rest'> {
    const at = performance.now();
    const asked = await position().catch(() => undefined);
    if (asked !== undefined) {
      const since = at - lagMaxMs - LOOK_EVERY_MS;
      known = [...known.filter((one) => one.at >= since), { position: asked, at }];
    }
    await Promise.all(
      standbys.map(async (standby) => {
        const replayed = await standby.look().catch(() => undefined);
        meter.lag(standby.name, replayed === undefined ? undefined : lagOf(replayed, asked));
      }),
    );
    return 'rest';
  }

  /** Seconds since the primary was at the standby's current position. */
  function lagOf(replayed: WalPosition, asked: WalPosition | undefined): number | undefined {
    if (asked !== undefined && replayed >= asked) return 0;
    // If it is behind every known position, the lag is at least this.
    const reached = known.findLast((one) => one.position <= replayed) ?? known[0];
    return reached && (performance.now() - reached.at) / 1e3;
  }

  const loop = startLoop(
    look,
    { restMs: LOOK_EVERY_MS, restAfterErrorMs: LOOK_EVERY_MS },
    () => {},
  );

  return {
    position,
    async spread(token, work) {
      const needed = await neededFor(token).catch(() => undefined);
      const standby = needed === undefined ? undefined : pick(needed);
      if (needed !== undefined && standby) {
        const place = standby.placeFor(needed);
        try {
          const result = await readPlace.run(place, work);
          meter.read('standby');
          return { result, seen: place.seen() };
        } catch (error) {
          if (!isServerFailure(error)) throw error;
          standby.note(error);
        }
      }
      meter.read('primary');
      return { result: await work(), seen: undefined };
    },
    async stop() {
      await loop.stop();
      await Promise.all(standbys.map((standby) => standby.close()));
    },
  };
}

/** Whether the standby, rather than the work, caused the failure. */
function isServerFailure(error: unknown): boolean {
  return error instanceof Behind || isTransientDbError(error) || codeOf(error) === READ_ONLY;
}
