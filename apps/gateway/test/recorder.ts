import type { IncomingMessage, RequestListener } from 'node:http';

export interface RecordedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers every request with an empty object and records it; accepts no links. */
export function makeRecorder(): { requests: RecordedRequest[]; listener: RequestListener } {
  const requests: RecordedRequest[] = [];
  return {
    requests,
    listener(request, response) {
      if (request.url === '/link') {
        response.writeHead(404).end();
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        response.setHeader('Content-Type', 'application/json');
        response.end('{}');
      });
    },
  };
}
