import { AppError } from '@florin/contracts';
import { readJson } from './read-json.ts';
import { readPairs } from './read-pairs.ts';

/** Size limit of a request body. */
export const BODY_BYTES_MAX = 102_400;

export function bodyTooLarge(): AppError {
  const message = `the body must be at most ${BODY_BYTES_MAX} bytes`;
  return new AppError('invalid_request', message, { status: 413 });
}

/** Types of form fields that are not text: `"14"` becomes 14, `"true"` and `"True"` become true. */
export type FormFields = Readonly<Record<string, 'integer' | 'boolean'>>;

const FORM = 'application/x-www-form-urlencoded';

/** Whether the body is a browser's form. */
export const isForm = (contentType: string | undefined) => mediaTypeOf(contentType) === FORM;

function mediaTypeOf(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Parses a JSON body, or a form if form fields are declared; undefined if it is empty.
 * @throws AppError invalid_request for a wrong content type, invalid UTF-8 or JSON, duplicate names
 * or imprecise numbers
 */
export function readBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  form?: FormFields,
): unknown {
  if (bytes.length === 0) return undefined;
  const mediaType = mediaTypeOf(contentType);
  if (form && mediaType === FORM) return readForm(decode(bytes), form);
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(mediaType))
    throw new AppError(
      'invalid_request',
      `send the body with Content-Type: application/json${form ? ` or ${FORM}` : ''}`,
    );
  const text = decode(bytes);
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The parser's own message quotes the body, which may contain a password.
    throw new AppError('invalid_request', 'the body is not valid JSON in UTF-8');
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('invalid_request', 'the body is not valid UTF-8');
  }
}

/** Fields that do not match their declared type stay text, which the route's schema refuses. */
function readForm(text: string, fields: FormFields): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of readPairs(text)) {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (kind === 'integer' && /^-?\d{1,15}$/.test(value)) values.set(name, Number(value));
    else if (kind === 'boolean' && /^(true|false)$/i.test(value))
      values.set(name, value.toLowerCase() === 'true');
    else values.set(name, value);
  }
  return Object.fromEntries(values);
}
