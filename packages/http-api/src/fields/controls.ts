/**
 * C0, DEL and C1 controls, and Unicode bidi embeddings, overrides and isolates (UAX #9). The marks
 * LRM, RLM and ALM are allowed: right-to-left names need them, and they reorder nothing else.
 */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const CONTROLS = String.raw`\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069`;

/** JSON Schema pattern for non-blank text without controls. */
export const NO_CONTROLS = `^[^${CONTROLS}]*[^${CONTROLS}\\s\\ufeff][^${CONTROLS}]*$`;

/** The pattern for multi-line text. */
export const LINES = String.raw`^[^\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$`;

/** The pattern for text stored at any time, which may contain other controls. */
export const NO_NUL = String.raw`^[^\x00]*[^\x00\s\ufeff][^\x00]*$`;

/** The first forbidden character of a name or reference and its position; undefined if none. */
export function findControl(text: string): string | undefined {
  const at = text.search(CONTROL);
  if (at === -1) return undefined;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return `U+${code} at character ${[...text.slice(0, at)].length + 1}`;
}

/** Makes stored text displayable: whitespace controls become spaces, others U+FFFD. */
export function showControls(text: string): string {
  return text.replaceAll(CONTROL, (character) => (/[\t\n\r]/.test(character) ? ' ' : '\ufffd'));
}
