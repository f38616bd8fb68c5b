/** Wraps words into lines of at most this length. */
export function wrap(text: string, columnsMax: number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.trim().split('\n')) {
    let line = '';
    for (const word of paragraph.trim().split(/\s+/)) {
      if (line !== '' && line.length + 1 + word.length > columnsMax) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}

/** The summary in one line, then an empty line and the rest. */
export function describe(summary: string, description: string | undefined): string {
  return description === undefined ? `${summary}.` : `${summary}.\n\n${description}`;
}

/** Required ones first, otherwise in order. */
export function requiredFirst<One extends { readonly isRequired: boolean }>(
  fields: readonly One[],
) {
  return [...fields.filter((one) => one.isRequired), ...fields.filter((one) => !one.isRequired)];
}
