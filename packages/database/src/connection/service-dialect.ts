import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';

/** Kysely for Postgres, but a transaction that fails throws why, whatever becomes of its ROLLBACK. */
export class ServiceDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new ServiceDriver(this.#config);
  }
}

type Rollback = PostgresDriver['rollbackTransaction'];

class ServiceDriver extends PostgresDriver {
  /** Fails where the connection is lost: then Postgres rolls back, and the pool lets it go. */
  override async rollbackTransaction(...input: Parameters<Rollback>): ReturnType<Rollback> {
    await super.rollbackTransaction(...input).catch(() => {});
  }
}
