/** The files of a tree, by their paths from its root. */
export interface Tree {
  /** The text of a file that has to be there. */
  read(path: string): string;
  /** The names of what a folder holds; none where there is no such folder. */
  list(folder: string): readonly string[];
}

/** A file as it is to be. */
export interface Change {
  readonly path: string;
  readonly text: string;
}

/** With one more import; the formatter puts it in its place. */
export function withImport(text: string, line: string): string {
  return `${line}\n${text}`;
}

/**
 * With a line before the end of the last list or block that ends so.
 * @throws Error where no line begins with it: the file is no longer what this was written for.
 */
export function withLineBefore(text: string, end: string, line: string): string {
  const lines = text.split('\n');
  const place = lines.findLastIndex((each) => each.trimStart().startsWith(end));
  if (place < 0) throw new Error(`no line begins with ${end}: add by hand ${line.trim()}`);
  return lines.toSpliced(place, 0, line).join('\n');
}

/**
 * With more behind the last match.
 * @throws Error where there is none.
 */
export function behindLast(text: string, pattern: RegExp, more: string): string {
  const last = [...text.matchAll(pattern)].at(-1);
  if (!last) throw new Error(`nothing like ${pattern} is there: add by hand ${more.trim()}`);
  const end = last.index + last[0].length;
  return text.slice(0, end) + more + text.slice(end);
}

/** `who-am-i` of `who_am_i` and of `whoAmI` */
export function toFileName(words: string): string {
  return words
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** `whoAmI` of `who-am-i` */
export function toIdentifier(fileName: string): string {
  return fileName.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}
