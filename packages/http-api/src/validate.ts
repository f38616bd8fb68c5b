import { AppError } from '@florin/contracts';
import type { z } from 'zod';
import { inWords } from './in-words.ts';

/**
 * What the schema makes of a value from outside.
 * @throws AppError invalid_request that names the first field that is wrong, never its value.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: 'body' | 'query',
): z.output<Schema> {
  const result = schema.safeParse(value, { error: inWords });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || `the ${whole}`;
  throw new AppError('invalid_request', `${field}: ${issue?.message ?? 'is not valid'}`);
}
