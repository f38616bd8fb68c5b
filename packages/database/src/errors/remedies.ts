import { AppError } from '@florin/contracts';
import { LeaseLost } from '../leases/leases.ts';
import { codeOf, isLockTimeout, isTransientDbError } from './postgres-errors.ts';

/**
 * What made work with the database fail:
 * - `refused`: an `AppError`, which is an answer
 * - `locked`: a row or a table stayed locked for too long
 * - `transient`: the server, the way to it, a conflict, or a process that has taken over
 * - `statement`: Postgres refused a statement for what it says; its transaction is undone
 * - `unknown`: all else, which nobody has thought of
 */
export type Failure = 'refused' | 'locked' | 'transient' | 'statement' | 'unknown';

/**
 * What is done about it:
 * - `final`: the caller gets the error, and nothing is retried
 * - `retry`: the same again, a little later
 * - `split`: again in parts, down to what it is that fails, so that it fails alone
 * - `ask`: it is looked up what became of it; until that is known nothing is done again
 */
export type Remedy = 'final' | 'retry' | 'split' | 'ask';

type Remedies = Readonly<Record<Failure, Remedy>>;

/** Only the client may repeat a command whose outcome nobody knows: it may have no key. */
const COMMANDS: Remedies = {
  refused: 'final',
  locked: 'final',
  transient: 'final',
  statement: 'split',
  unknown: 'split',
};

/** A COMMIT was sent: all but Postgres's own word that a statement failed leaves it open. */
const COMMIT: Remedies = {
  refused: 'final',
  locked: 'ask',
  transient: 'ask',
  statement: 'split',
  unknown: 'ask',
};

/** What is handled twice has one effect, by the inbox or what stands for it. A lock alone makes no event a dead letter. */
const EVENTS: Remedies = {
  refused: 'split',
  locked: 'retry',
  transient: 'retry',
  statement: 'split',
  unknown: 'split',
};

/** Each thing that is due is read anew under its lock: done twice it is done once. */
const DUE: Remedies = {
  refused: 'split',
  locked: 'split',
  transient: 'retry',
  statement: 'split',
  unknown: 'split',
};

const REMEDIES = { commands: COMMANDS, commit: COMMIT, events: EVENTS, due: DUE };

/** What was done for many at once when it failed. */
export type Work = keyof typeof REMEDIES;

/** What is done about this failure of this work. */
export function remedyOf(work: Work, error: unknown): Remedy {
  return REMEDIES[work][failureOf(error)];
}

/** What kind of failure this is. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return 'refused';
  if (isLockTimeout(error)) return 'locked';
  if (isTransientDbError(error) || error instanceof LeaseLost) return 'transient';
  // An error within Postgres itself says nothing of the statement.
  return codeOf(error)?.startsWith('XX') === false ? 'statement' : 'unknown';
}
