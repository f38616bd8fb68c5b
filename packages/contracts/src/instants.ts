let lastMs = Number.NaN;
let lastText = '';
const KEPT_MAX = 64;
const kept = new Map<number, string>();

/**
 * An instant in milliseconds since 1970 as clients see it: RFC 3339, in UTC. What is made at one instant is
 * written one after the other, objects have the same few more than once, and V8 takes a microsecond to write each.
 * @throws RangeError for what is no instant
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

/** Whether a text is an instant in that form, to the letter. */
export function isInstant(text: string): boolean {
  if (text === lastRead) return true;
  if (text.length !== LENGTH) return false;
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== text) return false;
  lastRead = text;
  return true;
}

const LENGTH = '2026-01-31T00:00:00.000Z'.length;
