import type { IncomingMessage } from 'node:http';
import { AppError, type TokenKind } from '@florin/contracts';

/** The cookie set by identity, with and without TLS. */
const COOKIE = /(?:^|;\s*)(?:__Host-)?florin=([\w.-]+)~([\w-]+)(?:;|$)/;
const LENGTH_MAX = 8_192;
/** Sent by Florin's own pages; for other sites CORS requires a preflight. */
const OWN_HEADER = 'florin-csrf';
/** Path of HTML forms, which other sites must not post to. */
const FORMS = '/auth/';

interface Asked {
  readonly method: string;
  readonly template: string;
  readonly token: TokenKind;
}

/**
 * The Authorization header for a browser's session cookie; undefined without a cookie or where the
 * route takes no token. Writes must come from Florin's own pages.
 * @throws AppError forbidden for a request made by another site.
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
        'write requests of a browser session need the header Florin-CSRF: 1',
      );
  }
  return `Bearer ${kind === 'refresh' ? refresh : access}`;
}

/** Uses Fetch Metadata, or the Origin header of browsers without it. */
function assertOwnSite(headers: IncomingMessage['headers']): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const { origin, host } = headers;
  // A client that is not a browser sends neither, and no site can forge its requests.
  if (site === undefined && origin === undefined) return;
  if (site === undefined && origin !== undefined && URL.parse(origin)?.host === host) return;
  throw new AppError(
    'forbidden',
    'this request came from a page of another site; open the page here',
  );
}
