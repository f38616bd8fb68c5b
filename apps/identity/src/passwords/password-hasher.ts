import { callerHasLeft } from '@florin/caller-assertion';
import { genSaltSync } from 'bcryptjs';
import { Piscina } from 'piscina';
import type { CompareTask, HashTask } from './password-worker.ts';
import { makeTakeTurns } from './take-turns.ts';

export interface PasswordHasherConfig {
  /** log2 of bcrypt's rounds. */
  readonly cost: number;
  readonly threads: number;
  /** Tasks that may wait for a thread. */
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

/**
 * Hashes passwords on worker threads; beyond a bounded queue it answers `unavailable`, and so for
 * callers who have left meanwhile.
 */
export function startPasswordHasher({
  cost,
  threads,
  queueMax,
}: PasswordHasherConfig): PasswordHasher {
  const pool = new Piscina({
    filename: new URL('./password-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 30_000,
  });

  const takeTurns = makeTakeTurns(threads, queueMax);

  function run<Task, Result>(name: string, task: Task): Promise<Result> {
    return takeTurns(() => pool.run(task, { name }) as Promise<Result>, callerHasLeft());
  }

  const hash = (password: string) => run<HashTask, string>('hashPassword', { password, cost });
  const compare = (task: CompareTask) => run<CompareTask, boolean>('comparePassword', task);

  // Costs as much to compare with as any, without having been computed: nothing was hashed to it.
  const nobodysHash = `${genSaltSync(cost)}${'.'.repeat(digestLength)}`;
  return {
    hash,
    async matches(password, passwordHash) {
      const isMatch = await compare({ password, passwordHash: passwordHash ?? nobodysHash });
      return isMatch && passwordHash !== undefined;
    },
    stop: () => pool.destroy(),
  };
}
