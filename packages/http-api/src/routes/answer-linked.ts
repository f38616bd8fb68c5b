import { AppError } from '@florin/contracts';
import type { LinkedAnswer, LinkedRequest } from '@florin/link';
import { retryAfterOf, toErrorReply } from '../errors.ts';
import { BODY_BYTES_MAX, bodyTooLarge } from '../requests/read-body.ts';
import { toPath } from '../requests/to-path.ts';
import { type ApiLog, makeAnswerRequest, NOTHING } from './answer-request.ts';
import type { AnyReply, Route } from './define-route.ts';

/** Answers requests that arrive over a gateway's link, without a web server. */
export function makeAnswerLinked(routes: readonly Route[], log: ApiLog) {
  const served = new Map(
    routes
      .filter((route) => !route.isStream)
      .map((route) => [
        `${route.method} ${route.path}`,
        { route, segments: route.path.split('/'), answer: makeAnswerRequest(route, log) },
      ]),
  );

  return async (request: LinkedRequest, hasLeft: () => boolean): Promise<LinkedAnswer> => {
    const found = served.get(`${request.method} ${request.template}`);
    const { headers } = request;
    const language = headers['accept-language'];
    if (!found)
      return toLinkedAnswer(
        toErrorReply(new AppError('not_found', 'there is nothing at this path')),
      );
    const vouch = () => {
      if (request.body.length > BODY_BYTES_MAX) throw bodyTooLarge();
      return {
        ...request,
        params: readParams(found.segments, request.url),
        header: (name: string) => headers[name],
        assertion: request,
        hasLeft,
      };
    };
    return found.answer(vouch, language, toLinkedAnswer);
  };
}

/** Decodes path parameters. @throws AppError not_found for a path of another shape */
function readParams(segments: readonly string[], url: string): Record<string, string> {
  const params: Record<string, string> = {};
  if (!segments.some((segment) => segment.startsWith('{'))) return params;
  const values = toPath(url).split('/');
  for (const [index, segment] of segments.entries())
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = decode(values[index] ?? '');
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AppError('not_found', NOTHING);
  }
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** Serializes a reply to bytes, with lower-case header names. */
export function toLinkedAnswer(reply: AnyReply): LinkedAnswer {
  const { status, headers } = reply;
  if ('chunks' in reply) throw new Error('a stream has no end, and so no bytes');
  const own = { ...lowerCased(retryAfterOf(status)), ...(headers && lowerCased(headers)) };
  if ('bytes' in reply) return { status, headers: own, body: reply.bytes };
  if ('text' in reply) return { status, headers: own, body: Buffer.from(reply.text) };
  const body = Buffer.from(reply.json ?? JSON.stringify(reply.body));
  return { status, headers: { ...JSON_HEADERS, ...own }, body };
}

function lowerCased<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  const lower: Record<string, Value> = {};
  for (const [name, value] of Object.entries(headers)) lower[name.toLowerCase()] = value;
  return lower;
}
