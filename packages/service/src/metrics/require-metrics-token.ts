import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Answer<Response> = (request: IncomingMessage, response: Response) => unknown;

/**
 * Answers requests with the metrics token, as a bearer token (RFC 6750), and all others with 401:
 * metrics and versions would help an attacker on the same host too. Without a
 * token everybody is answered.
 */
export function requireMetricsToken<Response extends ServerResponse>(
  token: string | undefined,
  answer: Answer<Response>,
): Answer<Response> {
  if (token === undefined) return answer;
  const expected = digest(`Bearer ${token}`);
  return (request, response) => {
    // Of digests, which are of one length, whatever was sent.
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      return answer(request, response);
    response.statusCode = 401;
    response.setHeader('WWW-Authenticate', 'Bearer');
    response.end();
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
