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
  /** Tasks that may wait for a thread; fewer where these could not all be done in time. */
  readonly queueMax: number;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long when there is no hash to compare with. */
  matches(password: string, passwordHash: string | undefined): Promise<boolean>;
  stop(): Promise<void>;
}

/** What follows the salt in a hash. */
const digestLength = 31;

/** Of the time that a route has which hashes; the gateway has some before, and others some after. */
const WITHIN_MS = 4_000;
const LEAST_COST = 4;
/** What bcrypt takes at that on an ordinary processor; each further step doubles it. */
const LEAST_COST_MS = 1.1;

/** A thread takes 12 MB: those that had nothing to hash for so long are ended. Another one takes a tenth of a second to start. */
const IDLE_MS = 20_000;

/**
 * Hashes passwords on worker threads, fairly between the networks of clients. What cannot be done in
 * time is refused with `rate_limited`; what no caller waits for any more is dropped.
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
  // Whatever keeps a thread from working keeps the service from starting, and not somebody from logging in.
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
  // A right password takes nothing of the network's share: those who guess are behind it.
  const compare = (task: CompareTask) =>
    run<CompareTask, boolean>('comparePassword', task, (isMatch) => isMatch);

  // Costs as much to compare with as any other; it was not computed, and no password matches it.
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
