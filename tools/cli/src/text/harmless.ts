/**
 * What a terminal obeys rather than shows: C0, DEL and C1 (ECMA-48), and what turns the direction of
 * a line around or hides in it (UAX #9, U+200B to U+200F, U+2028, U+2029, U+FEFF). Line feeds too: a
 * name is one line.
 */
const COMMANDS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

const codeOf = (char: string) => char.charCodeAt(0).toString(16).padStart(4, '0');

/** Text of others as a terminal may have it: what it would obey is shown by its code. */
export function harmless(text: string): string {
  return text.replace(COMMANDS, (char) => `\\u${codeOf(char)}`);
}

/** JSON for programs that is harmless on a terminal too, and means the same. */
export function toHarmlessJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent) ?? 'null';
  // JSON.stringify has escaped C0 in strings: what is left of it is its own indentation.
  return text.replace(COMMANDS, (char) => (char === '\n' ? char : `\\u${codeOf(char)}`));
}
