import { AppError } from '@florin/contracts';
import { z } from 'zod';

/** An id that must be there. */
export const idField = z.uuid({ error: 'must be a UUID' }).toLowerCase();

/** protobuf knows no absent text: empty means that there is none. */
export const optionalIdField = z
  .literal('')
  .transform(() => null)
  .or(idField);

/**
 * What the schema makes of a request.
 * @throws AppError invalid_request that names the first field that is wrong, never its value.
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
): z.output<Schema> {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('invalid_request', `${issue?.path.join('.')}: ${issue?.message}`);
}
