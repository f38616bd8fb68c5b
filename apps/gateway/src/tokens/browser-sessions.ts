import type { IncomingMessage } from 'node:http';
import { AppError, type TokenKind } from '@florin/contracts';

/** Where clients speak TLS, and where they do not; identity gives them out. */
const COOKIE = /(?:^|;\s*)(?:__Host-)?florin=([\w.-]+)~([\w-]+)(?:;|$)/;
const LENGTH_MAX = 8_192;
/** Sent by Florin's own pages; those of other sites may not without being asked about it (CORS). */
const OWN_HEADER = 'florin-csrf';
/** Where forms of people are taken, which no page of another site may post. */
const FORMS = '/auth/';

interface Asked {
  readonly method: string;
  readonly template: string;
  readonly token: TokenKind;
}

/**
 * The Authorization that a browser's cookie stands for; undefined where there is none, or it is not
 * asked for. What it is used to change must come from a page of Florin's own.
 * @throws AppError forbidden for what another site has made a browser send.
 */
export function authorizationOfCookie(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { method, template, token: kind }: Asked,
): string | undefined {
  const isSafe = method === 'GET';
  if (!isSafe && template.startsWith(FORMS)) assertOwnSite(headers);
  const { cookie } = headers;
  if (cookie === undefined || kind === 'none' || cookie.length > LENGTH_MAX) return undefined;
  const [, access, refresh] = COOKIE.exec(cookie) ?? [];
  if (access === undefined || refresh === undefined) return undefined;
  if (!isSafe) {
    assertOwnSite(headers);
    if (headers[OWN_HEADER] === undefined)
      throw new AppError(
        'forbidden',
        'a browser session changes something only with the header Florin-CSRF: 1',
      );
  }
  return `Bearer ${kind === 'refresh' ? refresh : access}`;
}

/** By what browsers say themselves (Fetch Metadata), or the origin of those that do not. */
function assertOwnSite(headers: IncomingMessage['headers']): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const { origin, host } = headers;
  // A client that is no browser sends neither, and nobody can make it send anything.
  if (site === undefined && origin === undefined) return;
  if (site === undefined && origin !== undefined && URL.parse(origin)?.host === host) return;
  throw new AppError('forbidden', 'this was sent by a page of another site: open it here');
}
