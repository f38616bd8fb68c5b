let lastMs = Number.NaN;
let lastText = '';

/**
 * An instant in milliseconds since 1970 as clients see it: RFC 3339, in UTC. What is made at one instant is
 * written one after the other, and V8 takes a microsecond to write each.
 * @throws RangeError for what is no instant
 */
export function toInstant(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
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
