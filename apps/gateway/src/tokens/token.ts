import { AppError } from '@florin/contracts';

/** An access token has about 500; one much longer is not worth looking at. */
const TOKEN_CHARACTERS_MAX = 4_096;

/**
 * The token of an Authorization header; undefined when there is none.
 * @throws AppError unauthorized for two headers, another scheme or something that is no token.
 */
export function readBearerToken(headers: readonly string[] | undefined): string | undefined {
  const [header, second] = headers ?? [];
  if (header === undefined) return undefined;
  if (second !== undefined) throw new AppError('unauthorized', 'send one Authorization header');
  const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(header) ?? [];
  if (token === undefined)
    throw new AppError('unauthorized', 'write the header as Authorization: Bearer <token>');
  if (token.length > TOKEN_CHARACTERS_MAX)
    throw new AppError('unauthorized', 'this is too long to be a token of ours');
  return token;
}
