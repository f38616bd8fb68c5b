/** A Markdown table. */
export function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [head, head.map(() => '---'), ...body].map(line);
  return `${lines.join('\n')}\n`;
}
