/** How far a service's events are published. */
export interface OutboxCursor {
  /** Every position up to it is published, or missing. */
  readonly position: bigint;
  /**
   * Positions below, of which no event was seen yet: their transactions may still commit, or have
   * rolled back.
   */
  readonly missing: readonly bigint[];
  /** Those of them that are given up once none of these transactions is open any more. */
  readonly watched: readonly bigint[];
  readonly openThen: readonly string[];
}

/** The cursor behind these published positions, which follow it without passing over any event. */
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
 * The cursor with fewer missing positions, once it is sure that they stay empty. Whoever took a
 * position had locked the table before, and keeps it locked until the end of the transaction: so a
 * position stays empty if no event has it when all transactions are over that had the table locked
 * after a later position was seen.
 * @param open the transactions that have the table locked now, by their virtual ids
 * @param found which of the watched positions have an event, read after that
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
