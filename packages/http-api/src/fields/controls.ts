/**
 * Controls (C0, DEL, C1) and the characters that turn text around for whoever reads it (Unicode
 * UAX #9, explicit embeddings, overrides and isolates). The marks LRM, RLM and ALM stay: names
 * written from right to left need them, and they turn nothing but themselves.
 */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const CONTROLS = String.raw`\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069`;

/** The pattern of JSON Schema for a text without controls that is not blank. */
export const NO_CONTROLS = `^[^${CONTROLS}]*[^${CONTROLS}\\s\\ufeff][^${CONTROLS}]*$`;

/** The pattern for text of several lines. */
export const LINES = String.raw`^[^\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$`;

/** The same for a text of any age, which may hold other controls. */
export const NO_NUL = String.raw`^[^\x00]*[^\x00\s\ufeff][^\x00]*$`;

/** What a name or reference may not hold: which character, and where; undefined without any. */
export function findControl(text: string): string | undefined {
  const at = text.search(CONTROL);
  if (at === -1) return undefined;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return `U+${code} at character ${[...text.slice(0, at)].length + 1}`;
}

/** A text of any age as it may be shown: what it may no longer hold is seen as such. */
export function showControls(text: string): string {
  return text.replaceAll(CONTROL, (character) => (/[\t\n\r]/.test(character) ? ' ' : '\ufffd'));
}
