/** Marks members and items of an answer that a page omits. */
const MORE = '…';
const WIDTH = 92;

/**
 * The part of an answer that a page shows: all of it, or at `"…": "…"` (`"…"` in a list) only the
 * members and items already there. @throws Error when the answer lacks one of these.
 */
export function showPart(shown: unknown, answer: unknown): unknown {
  if (Array.isArray(answer)) return showItems(Array.isArray(shown) ? shown : [], answer);
  if (typeof answer !== 'object' || answer === null) return answer;
  const members = answer as Readonly<Record<string, unknown>>;
  const before = (typeof shown === 'object' && shown !== null ? shown : {}) as typeof members;
  if (!Object.hasOwn(before, MORE))
    return mapMembers(members, (name, value) => showPart(before[name], value));
  const { [MORE]: _more, ...wanted } = before;
  const missing = Object.keys(wanted).filter((name) => !Object.hasOwn(members, name));
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} is not in the answer ${JSON.stringify(answer)}`);
  // In the order of the answer, so that a page cannot drift.
  const kept = Object.fromEntries(
    Object.entries(members).filter(([name]) => Object.hasOwn(wanted, name)),
  );
  return { ...mapMembers(kept, (name, value) => showPart(wanted[name], value)), [MORE]: MORE };
}

function showItems(shown: readonly unknown[], answer: readonly unknown[]): readonly unknown[] {
  if (shown.at(-1) !== MORE) return answer.map((item, index) => showPart(shown[index], item));
  const wanted = shown.slice(0, -1);
  if (wanted.length > answer.length)
    throw new Error(`${wanted.length} items are not in the answer ${JSON.stringify(answer)}`);
  return [...wanted.map((item, index) => showPart(item, answer[index])), MORE];
}

function mapMembers(
  members: Readonly<Record<string, unknown>>,
  map: (name: string, value: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, map(name, value)]),
  );
}

/** JSON for people: on one line if it fits, else a line for each member. */
export function formatJson(value: unknown, indent = '', before = 0): string {
  const line = toLine(value);
  if (typeof value !== 'object' || value === null) return line;
  const isSmall = indent.length + before + line.length <= WIDTH;
  if (isSmall && (indent !== '' || Array.isArray(value) || Object.keys(value).length <= 6))
    return line;
  const deeper = `${indent}  `;
  const open = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => formatJson(item, deeper))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return key + formatJson(member, deeper, key.length);
      });
  return `${open[0]}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${open[1]}`;
}

function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${toLine(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
