/** What the writer tells of its work. Times are in milliseconds. */
export interface Meter {
  /** A batch begins. */
  batch(commands: number): void;
  lockWait(ms: number): void;
  commit(ms: number): void;
  /** A command was refused undecided. */
  shed(reason: 'queue_full' | 'deadline'): void;
}

/** Tells how long it took, also when it failed. */
export async function timed<Result>(
  tell: (ms: number) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    tell(performance.now() - startedAt);
  }
}
