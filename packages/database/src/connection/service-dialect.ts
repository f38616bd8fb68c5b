import { AsyncLocalStorage } from 'node:async_hooks';
import { isInLoop } from '@florin/runtime/loop';
import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
} from 'kysely';
import type { Pool } from 'pg';
import { isConnectTimeout } from '../errors/postgres-errors.ts';
import { readPlace } from './read-place.ts';

const isCommitSilent = new AsyncLocalStorage<boolean>();

/** Runs transactions that do not trigger `onCommit`, since they leave no work to be done. */
export function withoutCommitSignal<Result>(work: () => Promise<Result>): Promise<Result> {
  return isCommitSilent.run(true, work);
}

/**
 * Kysely for Postgres that reports each transaction that has written. A failed transaction throws
 * its original error, even if the ROLLBACK fails.
 */
export class ServiceDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #onCommit: () => void;

  constructor(pool: Pool, onCommit: () => void) {
    super({ pool });
    this.#pool = pool;
    this.#onCommit = onCommit;
  }

  override createDriver(): PostgresDriver {
    return new ServiceDriver(this.#pool, this.#onCommit);
  }
}

/**
 * On a busy machine, a loop waits this long for a connection before it fails. Requests wait less.
 */
const LOOP_PATIENCE_MS = 5_000;

/** Read-only statements. `with` is not one of them, since it may write. */
const READING = /^\s*(select|set|lock|savepoint|release)\b/i;

/** False only for statements that surely change no row. */
function mayHaveWritten(
  { sql }: CompiledQuery,
  { numAffectedRows }: QueryResult<unknown>,
): boolean {
  return numAffectedRows === undefined ? !READING.test(sql) : numAffectedRows > 0n;
}

type Acquire = PostgresDriver['acquireConnection'];
type Begin = PostgresDriver['beginTransaction'];
type Commit = PostgresDriver['commitTransaction'];
type Rollback = PostgresDriver['rollbackTransaction'];

class ServiceDriver extends PostgresDriver {
  readonly #pool: Pool;
  readonly #onCommit: () => void;
  /** Per connection, whether its open transaction has written. */
  readonly #wrote = new WeakMap<DatabaseConnection, boolean>();

  constructor(pool: Pool, onCommit: () => void) {
    super({ pool });
    this.#pool = pool;
    this.#onCommit = onCommit;
  }

  override async acquireConnection(...input: Parameters<Acquire>): Promise<DatabaseConnection> {
    const elsewhere = readPlace.getStore();
    const connection =
      elsewhere?.instead === this.#pool ? await elsewhere.acquire() : await this.#acquire(...input);
    if (this.#wrote.has(connection)) return connection;
    this.#wrote.set(connection, false);
    const executeQuery = connection.executeQuery.bind(connection);
    connection.executeQuery = async <Row>(query: CompiledQuery) => {
      const result = await executeQuery<Row>(query);
      if (mayHaveWritten(query, result)) this.#wrote.set(connection, true);
      return result;
    };
    return connection;
  }

  async #acquire(...input: Parameters<Acquire>): Promise<DatabaseConnection> {
    const startedAt = performance.now();
    for (;;) {
      try {
        return await super.acquireConnection(...input);
      } catch (error) {
        const isPatient = isInLoop() && performance.now() - startedAt < LOOP_PATIENCE_MS;
        if (!isPatient || !isConnectTimeout(error)) throw error;
      }
    }
  }

  override async beginTransaction(...input: Parameters<Begin>): ReturnType<Begin> {
    await super.beginTransaction(...input);
    this.#wrote.set(input[0], false);
  }

  override async commitTransaction(...input: Parameters<Commit>): ReturnType<Commit> {
    const hasWritten = this.#wrote.get(input[0]);
    await super.commitTransaction(...input);
    if (hasWritten && !isCommitSilent.getStore()) this.#onCommit();
  }

  /**
   * Fails if the connection is lost. Then Postgres rolls back and the pool drops the connection.
   */
  override async rollbackTransaction(...input: Parameters<Rollback>): ReturnType<Rollback> {
    await super.rollbackTransaction(...input).catch(() => {});
  }
}
