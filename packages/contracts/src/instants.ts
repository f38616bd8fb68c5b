let lastMs = Number.NaN;
let lastText = '';
const KEPT_MAX = 64;
const kept = new Map<number, string>();

/**
 * RFC 3339 in UTC of milliseconds since 1970. Caches the last result: objects repeat the same
 * instants, and V8 takes a microsecond for each.
 * @throws RangeError for an invalid time
 */
export function toInstant(ms: number): string {
  if (ms !== lastMs) {
    lastText = kept.get(ms) ?? keep(ms, new Date(ms).toISOString());
    lastMs = ms;
  }
  return lastText;
}

function keep(ms: number, text: string): string {
  if (kept.size === KEPT_MAX) kept.clear();
  kept.set(ms, text);
  return text;
}

let lastRead = '';

/** Whether a text has exactly this form. */
export function isInstant(text: string): boolean {
  if (text === lastRead) return true;
  if (text.length !== LENGTH) return false;
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== text) return false;
  lastRead = text;
  return true;
}

const LENGTH = '2026-01-31T00:00:00.000Z'.length;
