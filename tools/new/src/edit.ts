/** The files of a tree, by path from its root. */
export interface Tree {
  /** The text of a file, which must exist. */
  read(path: string): string;
  /** Names in a folder; empty for a missing one. */
  list(folder: string): readonly string[];
}

/** The new content of a file. */
export interface Change {
  readonly path: string;
  readonly text: string;
}

/** Adds an import; the formatter sorts it. */
export function withImport(text: string, line: string): string {
  return `${line}\n${text}`;
}

/**
 * Adds a line before the last list or block end like this.
 * @throws Error if there is none: the file has changed since this was written
 */
export function withLineBefore(text: string, end: string, line: string): string {
  const lines = text.split('\n');
  const place = lines.findLastIndex((each) => each.trimStart().startsWith(end));
  if (place < 0) throw new Error(`no line begins with ${end}: add by hand ${line.trim()}`);
  return lines.toSpliced(place, 0, line).join('\n');
}

/**
 * Adds text after the last match.
 * @throws Error without a match
 */
export function behindLast(text: string, pattern: RegExp, more: string): string {
  const last = [...text.matchAll(pattern)].at(-1);
  if (!last) throw new Error(`no match of ${pattern}: add by hand ${more.trim()}`);
  const end = last.index + last[0].length;
  return text.slice(0, end) + more + text.slice(end);
}

/** `who-am-i` for `who_am_i` and for `whoAmI` */
export function toFileName(words: string): string {
  return words
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** `whoAmI` for `who-am-i` */
export function toIdentifier(fileName: string): string {
  return fileName.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}
