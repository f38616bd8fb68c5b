/**
 * Terminal control characters: C0 with line feeds, DEL and C1 (ECMA-48), and characters that change
 * the direction of a line or are invisible (UAX #9, U+200B–U+200F, U+2028, U+2029, U+FEFF).
 */
const COMMANDS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
  /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

const codeOf = (char: string) => char.charCodeAt(0).toString(16).padStart(4, '0');

/** Foreign text for a terminal: control characters are shown by code. */
export function harmless(text: string): string {
  return text.replace(COMMANDS, (char) => `\\u${codeOf(char)}`);
}

/** JSON for programs, safe in a terminal, with the same meaning. */
export function toHarmlessJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent) ?? 'null';
  // JSON.stringify has escaped C0 in strings: the remaining ones are its own indentation.
  return text.replace(COMMANDS, (char) => (char === '\n' ? char : `\\u${codeOf(char)}`));
}
