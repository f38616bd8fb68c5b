import { networkOf } from '@florin/contracts';
import { callerHasLeft, currentActor } from '@florin/runtime/caller';
import { makeFairQueue } from '@florin/runtime/fair-queue';
import { genSaltSync } from 'bcryptjs';
import { Piscina } from 'piscina';
import type { CompareTask, HashTask } from './worker.ts';

export interface PasswordHasherConfig {
  /** log2 of bcrypt's rounds. */
  readonly cost: number;
  readonly threads: number;
  /** Tasks that may wait for a thread; fewer when this number could not finish in time. */
  readonly queueMax: number;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes equally long without a hash to compare with. */
  matches(password: string, passwordHash: string | undefined): Promise<boolean>;
  stop(): Promise<void>;
}

/** Length of the digest after the salt in a bcrypt hash. */
const digestLength = 31;

/** Time for queueing and hashing within a route's timeout; the rest is for gateway and database. */
const WITHIN_MS = 4_000;
const LEAST_COST = 4;
/** Duration of bcrypt at that cost on an ordinary processor; each step doubles it. */
const LEAST_COST_MS = 1.1;

/** A thread takes 12 MB, so threads idle for this long are stopped. A start takes 100 ms. */
const IDLE_MS = 20_000;

/**
 * Hashes passwords on worker threads, fairly shared between client networks. Refuses tasks that
 * cannot finish in time with `rate_limited`, and drops those whose caller is gone.
 */
export async function startPasswordHasher({
  cost,
  threads,
  queueMax,
}: PasswordHasherConfig): Promise<PasswordHasher> {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
  });
  // Tests a thread now, so that a broken one fails the start and not a login.
  await pool.run({ password: '', cost: LEAST_COST } satisfies HashTask, { name: 'hashPassword' });

  const takeTurns = makeFairQueue({
    atOnce: threads,
    waitingMax: queueMax,
    withinMs: WITHIN_MS,
    turnMs: LEAST_COST_MS * 2 ** (cost - LEAST_COST),
    what: 'logins and sign-ups',
  });

  function run<Task, Result>(
    method: string,
    task: Task,
    isFree?: (result: Result) => boolean,
  ): Promise<Result> {
    const asker = { name: networkOf(currentActor()?.address ?? ''), hasLeft: callerHasLeft() };
    return takeTurns(() => pool.run(task, { name: method }) as Promise<Result>, asker, isFree);
  }

  const hash = (password: string) => run<HashTask, string>('hashPassword', { password, cost });
  // A correct password is free, so its network's share is used up by guesses only.
  const compare = (task: CompareTask) =>
    run<CompareTask, boolean>('comparePassword', task, (isMatch) => isMatch);

  // Never computed, so no password matches it, but comparing takes as long as with a real hash.
  const placeholderHash = `${genSaltSync(cost)}${'.'.repeat(digestLength)}`;
  return {
    hash,
    async matches(password, passwordHash) {
      const isMatch = await compare({ password, passwordHash: passwordHash ?? placeholderHash });
      return isMatch && passwordHash !== undefined;
    },
    stop: () => pool.destroy(),
  };
}
