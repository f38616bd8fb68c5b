import {
  AppError,
  isReplayable,
  newId,
  type Reply,
  stillRunning,
  toReplay,
  type Uuid,
} from '@florin/contracts';
import { type Generated, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { withTables } from '../connection/with-tables.ts';
import {
  claimKey,
  type IdempotencyKey,
  type IdempotencyTables,
  saveReply,
} from '../idempotency/run-once.ts';

export interface SagaTables extends IdempotencyTables {
  saga_runs: {
    id: string;
    kind: string;
    step: string;
    /** JSON text. Never contains a password. */
    state: string;
    version: Generated<bigint>;
    /** Idempotency-Key of the request that waits for the reply, or null. */
    scope: string | null;
    key: string | null;
    attempts: Generated<number>;
    leased_until: Date;
    finished_at: Date | null;
  };
}

/**
 * Result of a step: the next step with a new state, or a final write that returns the reply, in the
 * transaction that marks the run as done.
 */
export type StepResult<State, Tables extends SagaTables> =
  | { readonly next: string; readonly state: State }
  | { readonly done: (tx: Transaction<Tables>) => Promise<Reply> };

/**
 * A step. It calls another service outside any transaction, under a key that retries reuse, or only
 * decides what to save. It may run more than once.
 */
export type Step<State, Tables extends SagaTables> = (
  state: State,
  stepKey: string,
) => Promise<StepResult<State, Tables>>;

export interface Saga<State, Tables extends SagaTables> {
  readonly kind: string;
  readonly first: string;
  readonly steps: Readonly<Record<string, Step<State, Tables>>>;
}

/** A step of a dead process is taken over after this. Longer than any call's deadline. */
const LEASE_SECONDS = 4;
const BACKOFF_SECONDS_MAX = 30;
const REPLAY_WAIT_MS = 1_000;

interface Running {
  readonly id: Uuid;
  readonly step: string;
  readonly state: string;
  readonly version: bigint;
  readonly scope: string | null;
  readonly key: string | null;
}

export interface SagaRunner<State> {
  readonly kind: string;
  /**
   * Starts the saga and waits for its reply.
   * @throws the error of a failed step; `resume` then continues the saga
   */
  begin(state: State, key: IdempotencyKey | undefined): Promise<Reply>;
  /** Resumes runs without a live process. Returns how many it finished. */
  resume(runsMax: number): Promise<number>;
}

/**
 * Runs sagas of one kind: a transaction stores the state, the step runs outside any transaction,
 * another stores the result. Any process can resume an interrupted run (decision 12).
 */
export function makeSaga<State, Tables extends SagaTables>(
  database: Kysely<Tables>,
  saga: Saga<State, Tables>,
): SagaRunner<State> {
  const db = withTables<SagaTables, Tables>(database);

  async function begin(state: State, key: IdempotencyKey | undefined): Promise<Reply> {
    const begun = await db.transaction().execute(async (tx) => {
      const earlier = key ? await claimKey(tx, key) : 'claimed';
      if (earlier !== 'claimed') return earlier;
      return insertRun(tx, saga, state, key);
    });
    if (begun === 'running' && key) return waitForReply(db, key);
    if (begun === 'running' || 'status' in begun) return begun as Reply;
    return drive(begun);
  }

  async function drive(from: Running): Promise<Reply> {
    let run = from;
    for (;;) {
      const step = saga.steps[run.step];
      if (!step) throw new Error(`${saga.kind} has no step ${run.step}`);
      let moved: Running | Reply;
      try {
        const result = await step(JSON.parse(run.state) as State, `${run.id}:${run.step}`);
        moved = await database.transaction().execute((tx) => advance(tx, run, result));
      } catch (error) {
        // Should this fail too, the lease still delays other processes.
        await backOff(db, run).catch(() => {});
        throw error;
      }
      if ('status' in moved) return moved;
      run = moved;
    }
  }

  async function resume(runsMax: number): Promise<number> {
    let finished = 0;
    for (let taken = 0; taken < runsMax; taken += 1) {
      const run = await claim(db, saga.kind);
      if (!run) break;
      await drive(run);
      finished += 1;
    }
    return finished;
  }

  return { kind: saga.kind, begin, resume };
}

async function insertRun<State, Tables extends SagaTables>(
  tx: Transaction<SagaTables>,
  saga: Saga<State, Tables>,
  state: State,
  key: IdempotencyKey | undefined,
): Promise<Running> {
  return tx
    .insertInto('saga_runs')
    .values({
      id: newId(),
      kind: saga.kind,
      step: saga.first,
      state: JSON.stringify(state),
      scope: key?.scope ?? null,
      key: key?.key ?? null,
      leased_until: leaseEnd(),
      finished_at: null,
    })
    .returning(['id', 'step', 'state', 'version', 'scope', 'key'])
    .executeTakeFirstOrThrow();
}

/** Records a step's result, unless another process has taken over the run. */
async function advance<State, Tables extends SagaTables>(
  transaction: Transaction<Tables>,
  run: Running,
  result: StepResult<State, Tables>,
): Promise<Running | Reply> {
  const tx = withTables<SagaTables, Tables>(transaction);
  if ('next' in result) {
    const { next: step } = result;
    return updateRun(tx, run, { step, state: JSON.stringify(result.state), finished_at: null });
  }
  // Finished runs keep no state, since it may contain personal data.
  const end = { step: run.step, state: '{}', finished_at: sql<Date>`clock_timestamp()` };
  const { scope, key } = await updateRun(tx, run, end);
  const reply = await result.done(transaction);
  if (scope !== null && key !== null) await endKey(tx, { scope, key }, reply);
  return reply;
}

async function updateRun(
  tx: Transaction<SagaTables>,
  run: Running,
  change: { step: string; state: string; finished_at: RawBuilder<Date> | null },
): Promise<Running> {
  const moved = await tx
    .updateTable('saga_runs')
    .set({
      ...change,
      version: run.version + 1n,
      attempts: 0,
      leased_until: leaseEnd(),
    })
    .where('id', '=', run.id)
    .where('version', '=', run.version)
    .returning(['id', 'step', 'state', 'version', 'scope', 'key'])
    .executeTakeFirst();
  if (!moved) throw lostToAnother();
  return moved;
}

/** Stores the reply under its key, or frees the key for another attempt. */
async function endKey(
  tx: Transaction<SagaTables>,
  key: Pick<IdempotencyKey, 'scope' | 'key'>,
  reply: Reply,
): Promise<void> {
  if (isReplayable(reply)) return saveReply(tx, key, reply);
  await tx
    .deleteFrom('idempotency_keys')
    .where('scope', '=', key.scope)
    .where('key', '=', key.key)
    .execute();
}

async function claim(db: Kysely<SagaTables>, kind: string): Promise<Running | undefined> {
  const { rows } = await sql<Running>`
    update saga_runs set version = version + 1, attempts = attempts + 1, leased_until = ${leaseEnd()}
     where id = (select id from saga_runs
                  where kind = ${kind} and finished_at is null and leased_until < clock_timestamp()
                  order by leased_until limit 1 for update skip locked)
    returning id, step, state, version, scope, key`.execute(db);
  return rows[0];
}

/** Backs off after a failed step: one second, doubled each time. */
async function backOff(db: Kysely<SagaTables>, run: Running): Promise<void> {
  await sql`
    update saga_runs
       set leased_until = clock_timestamp()
             + least(power(2, least(attempts, 10)), ${BACKOFF_SECONDS_MAX}) * interval '1 second'
     where id = ${run.id} and version = ${run.version}`.execute(db);
}

async function waitForReply(
  db: Kysely<SagaTables>,
  { scope, key }: IdempotencyKey,
): Promise<Reply> {
  const waitEndsAt = performance.now() + REPLAY_WAIT_MS;
  while (performance.now() < waitEndsAt) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const row = await db
      .selectFrom('idempotency_keys')
      .select(['status', 'body'])
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst();
    const reply = row && toReplay(row);
    if (reply) return reply;
  }
  throw stillRunning();
}

function leaseEnd() {
  return sql<Date>`clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'`;
}

function lostToAnother(): AppError {
  return new AppError(
    'unavailable',
    'another process has taken over this operation and will finish it; repeat the request with the same Idempotency-Key',
  );
}

/** Part of the first migration of every service with sagas. */
export async function createSteps(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`
    create table steps (
      id uuid primary key,
      kind text not null,
      step text not null,
      state text not null,
      version bigint not null default 1,
      scope text,
      key text,
      attempts integer not null default 0,
      leased_until timestamptz(3) not null,
      finished_at timestamptz(3)
    )`.execute(db);
  await sql`create index steps_unfinished on steps (kind, leased_until) where finished_at is null`.execute(
    db,
  );
  await sql`create index steps_finished on steps (finished_at) where finished_at is not null`.execute(
    db,
  );
  await sql`grant select, insert, update, delete on steps to ${sql.id(appRole)}`.execute(db);
}

/**
 * Later migration of every service with sagas: renames the table. A writable view keeps the old
 * name for services of the previous version during a rolling update.
 */
export async function renameSteps(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`alter table steps rename to saga_runs`.execute(db);
  await sql`alter index steps_unfinished rename to saga_runs_unfinished`.execute(db);
  await sql`alter index steps_finished rename to saga_runs_finished`.execute(db);
  await sql`create view steps as select * from saga_runs`.execute(db);
  await sql`grant select, insert, update, delete on steps to ${sql.id(appRole)}`.execute(db);
}
