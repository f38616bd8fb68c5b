import type { Field } from './kind.ts';

type Metadata = Readonly<Record<string, unknown>>;

const NAME = /^[^\s:](?:[^\r\n:]*[^\s:])?$/;
const VALUE = /^\S(?:[^\r\n]*\S)?$/;

/** Members that fit on a line. Other JSON is not editable here and stays as it is. */
const linesOf = (metadata: Metadata) =>
  Object.entries(metadata).filter(
    (entry): entry is [string, string] =>
      NAME.test(entry[0]) && typeof entry[1] === 'string' && VALUE.test(entry[1]),
  );

export const metadataField: Field<{ readonly metadata: Metadata }> = {
  ...{ name: 'metadata', label: 'metadata', type: 'long', isOptional: true },
  initial: ({ metadata }) =>
    linesOf(metadata)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
};

/** The typed change: one `name: value` per line, and null for a removed line. */
export function readMetadata(before: Metadata, typed: string) {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  const entries = new Map(lines.map(split));
  const gone = linesOf(before).filter(([name]) => !entries.has(name));
  return Object.fromEntries([
    ...[...entries].filter(([name, value]) => before[name] !== value),
    ...gone.map(([name]) => [name, null]),
  ]);
}

function split(line: string): [string, string] {
  const [name = '', ...rest] = line.split(':');
  return [name.trim(), rest.join(':').trim()];
}
