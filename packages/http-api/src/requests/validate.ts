import { AppError, isStorable } from '@florin/contracts';
import type { z } from 'zod';
import { inWords, nameInWords } from './in-words.ts';
import { listUnknown, unknownInWords } from './unknown-names.ts';

const names = { body: 'member', query: 'query parameter' } as const;

/**
 * What the schema makes of a value from outside. Names that it does not have are refused before
 * anything else, and whatever text it lets through can be stored, also where the schema itself does
 * not ask for that.
 * @param answered names of the answer that no client chooses, so that this can be said of them
 * @throws AppError invalid_request that names the first field that is wrong, never its value.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: 'body' | 'query',
  answered: ReadonlySet<string> = new Set(),
): z.output<Schema> {
  const unknown = listUnknown(schema, value);
  if (unknown.length > 0)
    throw new AppError('invalid_request', unknownInWords(unknown, names[whole], answered));
  const result = schema.safeParse(value, { error: inWords });
  if (!result.success) {
    const [issue] = result.error.issues;
    throw refusal(issue?.path.join('.') || `the ${whole}`, issue?.message ?? 'is not valid');
  }
  const field = findUnstorable(result.data);
  if (field !== undefined) throw refusal(field, 'must not contain NUL or broken surrogates');
  return result.data;
}

/** The first member that cannot be stored as it is; undefined when there is none. */
export function findUnstorable(fields: unknown): string | undefined {
  if (isStorable(fields)) return undefined;
  return Object.entries(fields ?? {}).find(([name, value]) => !isStorable([name, value]))?.[0];
}

function refusal(field: string, message: string): AppError {
  return new AppError('invalid_request', `${nameInWords(field)}: ${message}`);
}
