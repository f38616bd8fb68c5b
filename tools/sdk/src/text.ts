/** Words in lines that are not longer than that. */
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

/** What it does in a line, and behind an empty one what else there is to say. */
export function tell(summary: string, description: string | undefined): string {
  return description === undefined ? `${summary}.` : `${summary}.\n\n${description}`;
}

/** Those that are required first, otherwise in their order. */
export function requiredFirst<One extends { readonly isRequired: boolean }>(
  fields: readonly One[],
) {
  return [...fields.filter((one) => one.isRequired), ...fields.filter((one) => !one.isRequired)];
}
