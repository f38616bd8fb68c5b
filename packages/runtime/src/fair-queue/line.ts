/** Somebody who waits. */
export interface Placed {
  /** Whoever has a lower one goes first. */
  readonly place: number;
}

/**
 * Whose turn is next: whoever has the first place, and of several the one who came last: they were
 * not yet kept waiting, and the others may be about to give up.
 * @param line in the order in which they came
 */
export function pickNext<Waiting extends Placed>(line: readonly Waiting[]): Waiting | undefined {
  return line.reduceRight<Waiting | undefined>(
    (first, waiting) => (first && first.place <= waiting.place ? first : waiting),
    undefined,
  );
}

/** Who gives way when there are too many: whoever has the last place, of several who came first. */
export function pickGreediest<Waiting extends Placed>(
  line: readonly Waiting[],
): Waiting | undefined {
  return line.reduce<Waiting | undefined>(
    (last, waiting) => (last && last.place >= waiting.place ? last : waiting),
    undefined,
  );
}
