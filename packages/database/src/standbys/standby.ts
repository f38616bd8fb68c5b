import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '@florin/runtime/timeout';
import { CompiledQuery, PostgresDriver } from 'kysely';
import type { Pool } from 'pg';
import type { ReadPlace } from '../connection/read-place.ts';
import { codeOf } from '../errors/postgres-errors.ts';
import { parseWalPosition, type WalPosition } from './wal-position.ts';

type Connection = Parameters<PostgresDriver['releaseConnection']>[0];

/** How long a read waits for a position. A standby near its primary lags less. */
const CATCH_UP_MS = 50;
const LOOK_EVERY_MS = 2;
const CLOSE_MS = 1_000;
/** Postgres is reachable and rejected only this statement. */
const OF_THE_STATEMENT = /^(25006|40|53|57014)/;
/** Error of pg-pool when all connections are in use. */
const NONE_FREE = 'timeout exceeded when trying to connect';

/** The standby has not replayed the position that a read needs. */
export class Behind extends Error {
  override readonly name = 'Behind';
  readonly needed: WalPosition;

  constructor(needed: WalPosition) {
    super('the standby has not replayed what is to be read');
    this.needed = needed;
  }
}

/** A standby, or several behind one name. */
export interface Standby {
  readonly name: string;
  /** Whether it may have replayed this position. */
  mayHave(needed: WalPosition): boolean;
  /**
   * A place for a read that sees everything up to this position, and reports the actual position.
   */
  placeFor(needed: WalPosition): ReadPlace & { seen(): WalPosition };
  /** Records why a read failed, so that later reads avoid the standby. */
  note(failure: unknown): void;
  /** Queries its position, and clears a recorded failure that is over. */
  look(): Promise<WalPosition>;
  close(): Promise<void>;
}

const REPLAYED = CompiledQuery.raw(
  // A promoted standby follows no primary, so its replay position says nothing about now.
  'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed',
);

export function makeStandby(name: string, primary: Pool, openPool: () => Pool): Standby {
  let open = connect();
  /** The position it lacked at the last failed read; 0 if it was unreachable. */
  let missing: WalPosition | undefined;

  function connect() {
    const pool = openPool();
    const driver = new PostgresDriver({ pool });
    return { pool, driver, isReady: driver.init() };
  }

  /**
   * Per connection, since one name may stand for several standbys with different positions. A known
   * position stays valid, because replay is never undone.
   */
  const replayed = new WeakMap<Connection, WalPosition>();

  async function ask(connection: Connection): Promise<WalPosition> {
    const { rows } = await connection.executeQuery<{ replayed: string | null }>(REPLAYED);
    const position = parseWalPosition(rows[0]?.replayed ?? '');
    if (position === undefined) throw new Behind(0n);
    replayed.set(connection, position);
    return position;
  }

  async function catchUp(connection: Connection, needed: WalPosition): Promise<WalPosition> {
    const endsAt = performance.now() + CATCH_UP_MS;
    let position = replayed.get(connection) ?? (await ask(connection));
    for (let turn = 0; position < needed; turn += 1) {
      if (performance.now() >= endsAt) throw new Behind(needed);
      if (turn > 0) await pause(LOOK_EVERY_MS);
      position = await ask(connection);
    }
    return position;
  }

  async function acquire(
    prepare: (connection: Connection) => Promise<unknown>,
  ): Promise<Connection> {
    const { driver, isReady } = open;
    await isReady;
    const connection = (await driver.acquireConnection()) as Connection;
    try {
      await prepare(connection);
      return connection;
    } catch (error) {
      await driver.releaseConnection(connection);
      throw error;
    }
  }

  /** Leaves statements that hang on the old connections to their timeouts. */
  function reconnect(): void {
    const { pool } = open;
    open = connect();
    void pool.end().catch(() => {});
  }

  function note(failure: unknown): void {
    if (failure instanceof Behind) missing = failure.needed;
    else if (!isOfTheStatement(failure)) {
      if (missing !== 0n) reconnect();
      missing = 0n;
    }
  }

  return {
    name,
    note,
    mayHave: (needed) => missing === undefined || needed < missing,
    placeFor(needed) {
      let seen = needed;
      return {
        instead: primary,
        seen: () => seen,
        acquire: () =>
          acquire(async (connection) => {
            // If another standby answers the second statement, it must not see less.
            seen = await catchUp(connection, seen);
          }),
      };
    },
    async look() {
      let position = 0n;
      const connection = await acquire(async (it) => {
        position = await ask(it);
      }).catch((error: unknown) => {
        // The connection opened since may hang as well.
        if (missing === 0n) reconnect();
        note(error);
        throw error;
      });
      await open.driver.releaseConnection(connection);
      if (missing !== undefined && position >= missing) missing = undefined;
      return position;
    },
    async close() {
      // A connection with a hanging statement never closes.
      await withTimeout(CLOSE_MS, open.pool.end());
    },
  };
}

function isOfTheStatement(failure: unknown): boolean {
  const code = codeOf(failure);
  if (code !== undefined) return OF_THE_STATEMENT.test(code);
  return failure instanceof Error && failure.message === NONE_FREE;
}
