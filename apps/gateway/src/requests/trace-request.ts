import type { IncomingMessage } from 'node:http';
import { TRACE_HEADER, withRootSpan } from '@florin/runtime/tracing';

/** What a request's span comes to know. Nothing that the client wrote: paths may hold secrets. */
export interface RequestSpan {
  found(template: string, requestId: string): void;
  answered(status: number): void;
}

/** Begins the trace of a request; goes on with its client's only where clients are trusted. */
export function traceRequest(
  { method = '', headers }: IncomingMessage,
  isTrusted: boolean,
  work: (span: RequestSpan | undefined) => Promise<void>,
): Promise<void> {
  const header = headers[TRACE_HEADER];
  const asking = { traceParent: typeof header === 'string' ? header : undefined, isTrusted };
  return withRootSpan('HTTP', { kind: 'server' }, asking, (span) =>
    work(
      span && {
        found(template, requestId) {
          span.updateName(`${method} ${template}`);
          span.setAttributes({
            'http.request.method': method,
            'http.route': template,
            'florin.request_id': requestId,
          });
        },
        answered(status) {
          span.setAttribute('http.response.status_code', status);
        },
      },
    ),
  );
}
