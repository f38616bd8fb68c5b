/** Current failures of NATS by part: the connection, publishing, a right. */
export interface Outages {
  /** Sets the reason of a part's failure; undefined clears it. */
  set(part: string, reason: string | undefined): void;
  /** The first failure; undefined if everything works. */
  first(): string | undefined;
}

/** Calls back when the first outage begins, and with undefined when the last one ends. */
export function makeOutages(onChange: (outage: string | undefined) => void): Outages {
  const reasons = new Map<string, string>();
  const first = () => {
    const [entry] = reasons;
    return entry && `${entry[0]}: ${entry[1]}`;
  };
  return {
    first,
    set(part, reason) {
      const hadSome = reasons.size > 0;
      if (reason === undefined) reasons.delete(part);
      else reasons.set(part, reason);
      if (hadSome !== reasons.size > 0) onChange(first());
    },
  };
}
