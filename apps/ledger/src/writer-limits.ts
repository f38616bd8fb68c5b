export interface QueueLimits {
  /** Commands per batch. */
  readonly batchMax: number;
  /** Maximum number of waiting commands. */
  readonly queueMax: number;
}

export interface WriterLimits extends QueueLimits {
  /** Worker slots: maximum number of batches in flight. */
  readonly slotsMax: number;
  /** How long a batch may take before waiting commands start another one. */
  readonly patienceMs: number;
  /**
   * This many waiting commands start another batch at once, because they are a good batch by
   * themselves.
   */
  readonly concurrentBatchMin: number;
  /** After a batch of at least `from` commands, a smaller next one waits this long for more. */
  readonly gather: { readonly from: number; readonly ms: number };
}

export const WRITER_LIMITS: WriterLimits = {
  batchMax: 256,
  slotsMax: 2,
  patienceMs: 50,
  concurrentBatchMin: 96,
  gather: { from: 8, ms: 2 },
  queueMax: 10_000,
};
