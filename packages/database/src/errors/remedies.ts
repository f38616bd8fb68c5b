import { AppError } from '@florin/contracts';
import { LeaseLost } from './lease-lost.ts';
import { codeOf, isLockTimeout, isTransientDbError } from './postgres-errors.ts';

/**
 * `refused`: an `AppError`; `locked`: lock timeout; `transient`: server, network, conflict, lost
 * lease; `statement`: rejected by Postgres and rolled back; `unknown`: anything else.
 */
export type Failure = 'refused' | 'locked' | 'transient' | 'statement' | 'unknown';

/**
 * `final`: return the error; `retry`: repeat a little later; `split`: repeat in smaller parts until
 * the failing item fails alone; `ask`: look up the outcome before repeating anything.
 */
export type Remedy = 'final' | 'retry' | 'split' | 'ask';

type Remedies = Readonly<Record<Failure, Remedy>>;

/** Only the client may repeat a command with an unknown outcome, since it may have no key. */
const COMMANDS: Remedies = {
  refused: 'final',
  locked: 'final',
  transient: 'final',
  statement: 'split',
  unknown: 'split',
};

/**
 * After COMMIT is sent, only a Postgres error for the statement proves that nothing was committed.
 */
const COMMIT: Remedies = {
  refused: 'final',
  locked: 'ask',
  transient: 'ask',
  statement: 'split',
  unknown: 'ask',
};

/** Event handling is idempotent through the inbox. A lock alone never creates a dead letter. */
const EVENTS: Remedies = {
  refused: 'split',
  locked: 'retry',
  transient: 'retry',
  statement: 'split',
  unknown: 'split',
};

/** Due items are re-read under their lock, so processing is idempotent. */
const DUE: Remedies = {
  refused: 'split',
  locked: 'split',
  transient: 'retry',
  statement: 'split',
  unknown: 'split',
};

const REMEDIES = { commands: COMMANDS, commit: COMMIT, events: EVENTS, due: DUE };

/** Kinds of work that fail as a batch. */
export type Work = keyof typeof REMEDIES;

/** How to handle this failure of this kind of work. */
export function remedyOf(work: Work, error: unknown): Remedy {
  return REMEDIES[work][failureOf(error)];
}

/** Classifies a failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return 'refused';
  if (isLockTimeout(error)) return 'locked';
  if (isTransientDbError(error) || error instanceof LeaseLost) return 'transient';
  // An internal Postgres error (class XX) does not blame the statement.
  return codeOf(error)?.startsWith('XX') === false ? 'statement' : 'unknown';
}
