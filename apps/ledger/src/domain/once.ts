import { AppError, otherContent, toReplay, type Uuid } from '@florin/contracts';
import type { OpenBatch } from './open-batch.ts';
import { type CommandKey, nameOfKey, type Verdict } from './submission.ts';

/**
 * The verdict of a command: the one that its key stands for already, or a new one, which the key
 * stands for from now on. What leaves no trace leaves the key free.
 */
export function once(
  { replies, loaded }: OpenBatch,
  accountId: Uuid,
  key: CommandKey | undefined,
  decide: () => Verdict,
): Verdict {
  if (!key) return decide();
  const name = nameOfKey(accountId, key);
  const earlier = replies.get(name) ?? loaded.replies.get(name);
  if (earlier && !isSame(earlier, key)) return otherContent();
  if (earlier)
    return toReplay(earlier) ?? new AppError('internal_error', 'a stored reply is broken');
  const verdict = decide();
  if (!(verdict instanceof AppError)) {
    const { status, body } = verdict;
    replies.set(name, { ...key, accountId, status, body: JSON.stringify(body) });
  }
  return verdict;
}

/** Sent in the same way, or read as the same. */
function isSame(a: CommandKey, b: CommandKey): boolean {
  return a.requestHash === b.requestHash || (a.sentHash !== null && a.sentHash === b.sentHash);
}
