import { setTimeout as pause } from 'node:timers/promises';

/**
 * Has everybody who asks at about the same time share one answer. It is asked for after each of them
 * has come, one at a time, and so often at most: what many want to know costs what one does.
 */
export function askTogether<Answer>(
  ask: () => Promise<Answer>,
  spacingMs: number,
): () => Promise<Answer> {
  let asking: Promise<unknown> = Promise.resolve();
  let askedAt = Number.NEGATIVE_INFINITY;
  let next: Promise<Answer> | undefined;

  async function askNext(): Promise<Answer> {
    await asking;
    const restMs = askedAt + spacingMs - performance.now();
    if (restMs > 0) await pause(restMs);
    askedAt = performance.now();
    // Who comes from now on may want to know of something later.
    next = undefined;
    const answer = ask();
    asking = answer.catch(() => {});
    return answer;
  }

  return () => {
    next ??= askNext();
    return next;
  };
}
