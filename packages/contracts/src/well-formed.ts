/** Whether Postgres and UTF-8 can store a text: no NUL, no lone surrogate. */
export function isWellFormed(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Whether a value of plain objects, arrays and texts can be stored unchanged. Iterative, so that
 * deep nesting cannot exhaust the stack.
 */
export function isStorable(value: unknown, depthMax = Number.POSITIVE_INFINITY): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) return false;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'string' && !isWellFormed(item)) return false;
      if (typeof item === 'number' && !Number.isFinite(item)) return false;
      if (item === null || typeof item !== 'object') continue;
      if (!Object.keys(item).every(isWellFormed)) return false;
      next.push(...Object.values(item));
    }
    level = next;
  }
  return true;
}
