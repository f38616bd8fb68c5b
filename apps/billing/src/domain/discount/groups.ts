/** A line and the discounts behind it. */
export interface LineGroup<Line> {
  readonly line: Line;
  readonly discounts: readonly Line[];
}

/** Each line with its discounts, in order. */
export function groupsOf<Line extends { readonly type: string }>(
  lines: readonly Line[],
): readonly LineGroup<Line>[] {
  const groups: { readonly line: Line; readonly discounts: Line[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (line.type === 'discount' && last) last.discounts.push(line);
    else groups.push({ line, discounts: [] });
  }
  return groups;
}
