import { AppError } from '@florin/contracts';

/** Largest body of a request. */
export const BODY_BYTES_MAX = 102_400;

/**
 * The JSON value of a request's body; undefined when there is none.
 * @throws AppError invalid_request for another content type, broken UTF-8 or broken JSON.
 */
export function readJsonBody(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined;
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(mediaType))
    throw new AppError('invalid_request', 'send the body with Content-Type: application/json');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The parser's own message quotes the body, which may hold a password.
    throw new AppError('invalid_request', 'the body is not valid JSON in UTF-8');
  }
}
