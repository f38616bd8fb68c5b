/** Publishing progress of a service's outbox. */
export interface OutboxCursor {
  /** Every position up to this one is published or listed as missing. */
  readonly position: bigint;
  /**
   * Positions below the cursor without a visible event: their transactions may still commit, or
   * have rolled back.
   */
  readonly missing: readonly bigint[];
  /** Missing positions that are given up once none of the `openThen` transactions is open. */
  readonly watched: readonly bigint[];
  readonly openThen: readonly string[];
}

/** Advances the cursor over these published positions without skipping any event. */
export function advance(cursor: OutboxCursor, published: readonly bigint[]): OutboxCursor {
  const isPublished = new Set(published);
  let position = cursor.position;
  for (const each of published) if (each > position) position = each;
  const missing = cursor.missing.filter((each) => !isPublished.has(each));
  for (let each = cursor.position + 1n; each <= position; each += 1n)
    if (!isPublished.has(each)) missing.push(each);
  return { ...cursor, position, missing };
}

/**
 * Drops missing positions that will stay empty: no transaction that held the table lock when a
 * later position was seen is still open, and no event has the position (decision 33).
 * @param open virtual ids of the transactions that hold the table lock now
 * @param found missing positions that have an event by now
 */
export function giveUp(
  cursor: OutboxCursor,
  open: readonly string[],
  found: readonly bigint[],
): OutboxCursor {
  const { missing, watched } = cursor;
  const openThen = watched.length === 0 ? open : cursor.openThen.filter((id) => open.includes(id));
  if (watched.length === 0) return { ...cursor, watched: missing, openThen };
  if (openThen.length > 0) return { ...cursor, openThen };
  const isEmpty = new Set(watched);
  for (const position of found) isEmpty.delete(position);
  return {
    ...cursor,
    missing: missing.filter((position) => !isEmpty.has(position)),
    watched: [],
    openThen: [],
  };
}
