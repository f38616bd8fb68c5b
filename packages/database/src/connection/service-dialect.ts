import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';

const leavingNoWork = new AsyncLocalStorage<boolean>();

/** Does something in transactions behind which nothing is left to do, and of which nobody is told. */
export function leaveNoWork<Result>(work: () => Promise<Result>): Promise<Result> {
  return leavingNoWork.run(true, work);
}

/**
 * Kysely for Postgres, but it tells of each transaction that was committed, and one that fails throws
 * why, whatever becomes of its ROLLBACK.
 */
export class ServiceDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #onCommit: () => void;

  constructor(config: PostgresDialectConfig, onCommit: () => void) {
    super(config);
    this.#config = config;
    this.#onCommit = onCommit;
  }

  override createDriver(): PostgresDriver {
    return new ServiceDriver(this.#config, this.#onCommit);
  }
}

type Commit = PostgresDriver['commitTransaction'];
type Rollback = PostgresDriver['rollbackTransaction'];

class ServiceDriver extends PostgresDriver {
  readonly #onCommit: () => void;

  constructor(config: PostgresDialectConfig, onCommit: () => void) {
    super(config);
    this.#onCommit = onCommit;
  }

  override async commitTransaction(...input: Parameters<Commit>): ReturnType<Commit> {
    await super.commitTransaction(...input);
    if (!leavingNoWork.getStore()) this.#onCommit();
  }

  /** Fails where the connection is lost: then Postgres rolls back, and the pool lets it go. */
  override async rollbackTransaction(...input: Parameters<Rollback>): ReturnType<Rollback> {
    await super.rollbackTransaction(...input).catch(() => {});
  }
}
