import { startLoop } from '@florin/runtime/loop';
import type { Pool } from 'pg';
import { codeOf, isTransientDbError } from '../errors/postgres-errors.ts';
import { askTogether } from './ask-together.ts';
import { readPlace } from './read-place.ts';
import { Behind, type Standby } from './standby.ts';
import { laterOf, parseWalPosition, type WalPosition } from './wal-position.ts';

/** Reads by standbys, of a service that has some. */
export interface Reads {
  /**
   * Has a standby answer to work that only reads, or the primary where none can. It sees everything that was
   * committed before it began; with a position everything up to that one, and what was committed
   * longer ago than the bound.
   */
  spread<Result>(
    position: WalPosition | undefined,
    work: () => Promise<Result>,
  ): Promise<Spread<Result>>;
  /** How far the primary is: everything is before it whose commit was answered before it is asked. */
  position(): Promise<WalPosition>;
  stop(): Promise<void>;
}

export interface Spread<Result> {
  readonly result: Result;
  /** What it has seen everything up to; undefined of the primary, which may be asked. */
  readonly seen: WalPosition | undefined;
}

export interface ReadsMeter {
  /** A read was answered, from where. */
  read(place: 'standby' | 'primary'): void;
  /** Of a standby, in seconds; undefined while it does not answer. */
  lag(standby: string, seconds: number | undefined): void;
}

/** Reads share the question where the primary is; between two, so many arrive as share the next. */
const ASK_EVERY_MS = 2;
const LOOK_EVERY_MS = 1_000;
/** A statement that writes has come to a standby. */
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
  /** Where the primary was when, the oldest first, for as long as the bound and one more. */
  let known: readonly Known[] = [];
  let turn = 0;

  const position = askTogether(async () => {
    const { rows } = await primary.query<{ position: string }>(
      // What is answered is flushed; what is only inserted may stay unsent for a while.
      'select pg_current_wal_flush_lsn()::text as position',
    );
    const asked = parseWalPosition(rows[0]?.position ?? '');
    if (asked === undefined) throw new Error('the primary does not say where it is');
    return asked;
  }, ASK_EVERY_MS);

  /** What whoever is within the bound has; undefined where that is not known. */
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

  /** A round at a time: where the primary is, then how far each of the others has come. */
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

  /** Seconds since the primary was last where a standby is now. */
  function lagOf(replayed: WalPosition, asked: WalPosition | undefined): number | undefined {
    if (asked !== undefined && replayed >= asked) return 0;
    // Behind everything that is known, it is by more than that.
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
          if (!isOfThePlace(error)) throw error;
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

/** Whether it failed because it was read there, and not because of what was asked. */
function isOfThePlace(error: unknown): boolean {
  return error instanceof Behind || isTransientDbError(error) || codeOf(error) === READ_ONLY;
}
