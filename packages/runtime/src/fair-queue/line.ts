/** A waiting piece of work. */
export interface Placed {
  /** Lower places go first. */
  readonly place: number;
}

/**
 * The next to run: the lowest place; among equals, the last to arrive, since earlier ones may be
 * about to give up.
 * @param line in order of arrival
 */
export function pickNext<Waiting extends Placed>(line: readonly Waiting[]): Waiting | undefined {
  return line.reduceRight<Waiting | undefined>(
    (first, waiting) => (first && first.place <= waiting.place ? first : waiting),
    undefined,
  );
}

/** The one to reject if too many wait: the highest place; among equals, the first to arrive. */
export function pickGreediest<Waiting extends Placed>(
  line: readonly Waiting[],
): Waiting | undefined {
  return line.reduce<Waiting | undefined>(
    (last, waiting) => (last && last.place >= waiting.place ? last : waiting),
    undefined,
  );
}
