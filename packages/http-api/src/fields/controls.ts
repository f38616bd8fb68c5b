/**
 * Controls (C0, DEL, C1) and the characters that turn text around for whoever reads it (Unicode
 * UAX #9, explicit embeddings, overrides and isolates). The marks LRM, RLM and ALM stay: names
 * written from right to left need them, and they turn nothing but themselves.
 */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

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
