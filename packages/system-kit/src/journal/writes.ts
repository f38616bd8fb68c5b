/** Combined results of the clients of one part of a system. */
export interface WriteRecord<Id extends string = string> {
  /** Acknowledged writes: key to id of the created object. */
  readonly answered: Map<string, Id>;
  /** Number of responses that asked for a retry. */
  refused: number;
  /** Responses and errors that clients must never get. */
  readonly failed: string[];
  /** Longest wait for any response. */
  answerMsMax: number;
  /** Longest time between two acknowledgments. */
  silentMsMax: number;
  /** Monotonic clock in milliseconds; set it when the clients start. */
  acknowledgedAt: number;
}

export function newWriteRecord<Id extends string>(): WriteRecord<Id> {
  return {
    ...{ answered: new Map(), refused: 0, failed: [] },
    ...{ answerMsMax: 0, silentMsMax: 0, acknowledgedAt: performance.now() },
  };
}

/**
 * Sends a write once and records its response.
 * @param write resolves with the id of the created object, or undefined for a retry
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
