import { AppError, isStorable } from '@florin/contracts';
import type { z } from 'zod';
import { inWords, nameInWords, REQUIRED } from './in-words.ts';
import { listUnknown, unknownInWords } from './unknown-names.ts';

const names = { body: 'member', query: 'query parameter' } as const;

/** Number of members listed in a message; the rest are counted. */
const NAMED_MAX = 20;

/**
 * Parses external input with a schema. Unknown names and unstorable text are refused, even if the
 * schema alone would accept them.
 * @param answered names of the response that clients cannot set, for a better message
 * @throws AppError invalid_request that lists every faulty member, never its value
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: 'body' | 'query',
  answered: ReadonlySet<string> = new Set(),
): z.output<Schema> {
  const unknown = listUnknown(schema, value);
  const result = schema.safeParse(value, { error: inWords });
  const wrong = result.success
    ? unstorableInWords(result.data)
    : issuesInWords(result.error.issues, value, whole);
  const named = unknown.length > 0 ? [unknownInWords(unknown, names[whole], answered)] : [];
  const all = [...named, ...wrong];
  if (!result.success || all.length > 0) throw new AppError('invalid_request', all.join('; '));
  return result.data;
}

/** One sentence for the first issue of each member. */
function issuesInWords(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  whole: 'body' | 'query',
): readonly string[] {
  const byField = new Map<string, string>();
  for (const issue of issues) {
    const field = issue.path.join('.') || `the ${whole}`;
    const isMissing = issue.code !== 'custom' && isAbsent(value, issue.path);
    if (!byField.has(field)) byField.set(field, isMissing ? REQUIRED : issue.message);
  }
  return listed([...byField].map(([field, message]) => `${nameInWords(field)}: ${message}`));
}

function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[name]
        : undefined,
    value,
  );
  return found === undefined;
}

function unstorableInWords(fields: unknown): readonly string[] {
  return listed(
    listUnstorable(fields).map(
      (name) => `${nameInWords(name)}: must not contain NUL or broken surrogates`,
    ),
  );
}

function listed(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - NAMED_MAX;
  return more > 0 ? [...sentences.slice(0, NAMED_MAX), `and ${more} more`] : sentences;
}

/** Members whose text cannot be stored. */
export function listUnstorable(fields: unknown): readonly string[] {
  if (isStorable(fields)) return [];
  return Object.entries(fields ?? {})
    .filter(([name, value]) => !isStorable([name, value]))
    .map(([name]) => name);
}
