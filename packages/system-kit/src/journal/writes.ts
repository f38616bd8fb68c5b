/** The answers that the clients of one part of a system got, all of them together. */
export interface WriteRecord<Id extends string = string> {
  /** Acknowledged writes: by key, the id of what each created. */
  readonly answered: Map<string, Id>;
  /** Answers that asked for a retry. */
  refused: number;
  /** Answers and errors that no client may get. */
  readonly failed: string[];
  /** The longest wait for an answer of any kind. */
  answerMsMax: number;
  /** The longest time between two acknowledgements. */
  silentMsMax: number;
  /** Monotonic clock, in milliseconds; set it when the clients begin. */
  acknowledgedAt: number;
}

export function newWriteRecord<Id extends string>(): WriteRecord<Id> {
  return {
    ...{ answered: new Map(), refused: 0, failed: [] },
    ...{ answerMsMax: 0, silentMsMax: 0, acknowledgedAt: performance.now() },
  };
}

/**
 * Sends a write once and records its answer.
 * @param write resolves with the id of what it created, or undefined where it is to be retried.
 */
export async function attemptWrite<Id extends string>(
  record: WriteRecord<Id>,
  key: string,
  write: () => Promise<Id | undefined>,
): Promise<'acknowledged' | 'refused' | 'failed'> {
  const beganAt = performance.now();
  try {
    const id = await write();
    if (id === undefined) {
      record.refused += 1;
      return 'refused';
    }
    record.answered.set(key, id);
    const now = performance.now();
    record.silentMsMax = Math.max(record.silentMsMax, now - record.acknowledgedAt);
    record.acknowledgedAt = now;
    return 'acknowledged';
  } catch (error) {
    record.failed.push(String(error));
    return 'failed';
  } finally {
    record.answerMsMax = Math.max(record.answerMsMax, performance.now() - beganAt);
  }
}
