import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Answer<Response> = (request: IncomingMessage, response: Response) => unknown;

/**
 * Answers requests with the metrics token as a bearer token (RFC 6750), and others with 401,
 * because metrics and versions help attackers. Without a configured token, answers all.
 */
export function requireMetricsToken<Response extends ServerResponse>(
  token: string | undefined,
  answer: Answer<Response>,
): Answer<Response> {
  if (token === undefined) return answer;
  const expected = digest(`Bearer ${token}`);
  return (request, response) => {
    // Compares digests, which have equal length for any input.
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
