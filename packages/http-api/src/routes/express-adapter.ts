import { pipeline } from 'node:stream';
import { AppError } from '@florin/contracts';
import { ASSERTION_HEADER, type KeyRing, verifyAssertion } from '@florin/runtime/caller';
import { TRACE_HEADER } from '@florin/runtime/tracing';
import express, { type Express, type Request, type Response } from 'express';
import { retryAfterOf, toErrorReply } from '../errors.ts';
import { BODY_BYTES_MAX, bodyTooLarge } from '../requests/read-body.ts';
import { type ApiLog, type Incoming, makeAnswerRequest, NOTHING } from './answer-request.ts';
import type { AnyReply, Route } from './define-route.ts';

/** Serves routes with express to callers with a valid assertion. */
export function toExpress(routes: readonly Route[], acceptKeys: KeyRing, log: ApiLog): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').disable('query parser');
  // Each path has one spelling, as at the gateway.
  app.enable('case sensitive routing').enable('strict routing');
  app.use(express.raw({ type: () => true, limit: BODY_BYTES_MAX, inflate: false }));
  for (const route of routes) {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const answer = makeAnswerRequest(route, log);
    app[method](path, async (request, response) => {
      const vouch = () => toIncoming(request, acceptKeys);
      await answer(vouch, request.get('Accept-Language'), (reply) => send(response, reply));
    });
  }
  app.use((_request: Request, response: Response) => {
    send(response, toErrorReply(new AppError('not_found', 'there is nothing at this path')));
  });
  // Four parameters make it an error handler. Never logs, since body-parser's errors have the body.
  app.use((error: unknown, request: Request, response: Response, _next: () => void) => {
    const reply = toErrorReply(toRefusal(error));
    const page = findPageBeside(routes, request.path);
    send(response, page?.showError?.(reply, request.get('Accept-Language')) ?? reply);
  });
  return app;
}

/** A page with the same first path segment, whose visitors expect pages. */
function findPageBeside(routes: readonly Route[], path: string): Route | undefined {
  const [, section] = path.split('/', 2);
  return routes.find((route) => route.showError && route.path.startsWith(`/${section}/`));
}

/** Maps an error of express before the route was reached. */
function toRefusal(error: unknown): AppError {
  // A malformed path parameter such as %zz cannot name anything.
  if (error instanceof URIError) return new AppError('not_found', NOTHING);
  if ((error as { type?: string }).type !== 'entity.too.large')
    return new AppError('invalid_request', 'the request could not be read');
  return bodyTooLarge();
}

function toIncoming(request: Request, acceptKeys: KeyRing): Incoming {
  const { method, originalUrl: path } = request;
  const token = request.get(ASSERTION_HEADER);
  const assertion = verifyAssertion(acceptKeys, token, { method, path }, Date.now());
  if (!assertion)
    throw new AppError('unauthorized', 'this port is only for the gateway; send the request there');
  return {
    url: request.url,
    params: request.params,
    header: (name) => request.get(name),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    assertion,
    traceParent: request.get(TRACE_HEADER),
    hasLeft: () => request.socket.destroyed,
  };
}

function send(response: Response, reply: AnyReply): void {
  response.set({ ...retryAfterOf(reply.status), ...reply.headers });
  response.status(reply.status);
  if ('chunks' in reply) {
    response.setTimeout(reply.stalledMs, () => response.destroy());
    response.flushHeaders();
    // Ends both streams together; an early end needs no report.
    pipeline(reply.chunks, response, () => {});
  } else if ('bytes' in reply) response.end(reply.bytes);
  else if ('text' in reply) response.end(reply.text);
  else if (reply.json === undefined) response.json(reply.body);
  else response.type('json').end(reply.json);
}
