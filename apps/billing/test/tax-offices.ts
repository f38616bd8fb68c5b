import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers of both offices, and the requests that they received. */
export interface TaxOffices {
  readonly viesUrl: string;
  readonly hmrc: { readonly url: string; readonly clientId: string; readonly clientSecret: string };
  /** Registered VAT IDs. */
  readonly registered: Set<string>;
  /** Error response of VIES, in either of its two shapes; undefined while it works. */
  problem:
    | { readonly userError: string }
    | { readonly errorWrappers: [{ error: string }] }
    | undefined;
  /** Whether HMRC responds with 500. */
  isBroken: boolean;
  readonly asked: { readonly path: string; readonly body: string }[];
  stop(): Promise<void>;
}

/** Local fakes of VIES and HMRC, with the real response shapes. */
export async function startTaxOffices(): Promise<TaxOffices> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const offices: TaxOffices = {
    viesUrl: `${url}/vies`,
    hmrc: { url: `${url}/hmrc`, clientId: 'florin', clientSecret: 'secret' },
    registered: new Set(),
    problem: undefined,
    isBroken: false,
    asked: [],
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '';
    const body = await readAll(request);
    offices.asked.push({ path, body });
    const [status, reply] = path.startsWith('/vies')
      ? [200, vies(JSON.parse(body))]
      : hmrc(path, request.headers.authorization);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
  }

  function vies({ countryCode, vatNumber, requesterNumber }: Record<string, string>) {
    if (offices.problem) return { valid: false, ...offices.problem };
    const valid = offices.registered.has(`${countryCode}${vatNumber}`);
    const requestIdentifier = requesterNumber === undefined ? '' : 'WAPIAAAAZ1';
    return { countryCode, vatNumber, valid, requestIdentifier, requestDate: '2026-03-01' };
  }

  function hmrc(path: string, authorization: string | undefined): [number, object] {
    if (path === '/hmrc/oauth/token') return [200, { access_token: 'token', expires_in: 14_400 }];
    if (authorization !== 'Bearer token') return [401, { code: 'INVALID_CREDENTIALS' }];
    if (offices.isBroken) return [500, { code: 'INTERNAL_SERVER_ERROR' }];
    const [target, requester] = path.split('/lookup/')[1]?.split('/') ?? [];
    if (!offices.registered.has(`GB${target}`)) return [404, { code: 'NOT_FOUND' }];
    return [
      200,
      { target: { vatNumber: target }, ...(requester && { consultationNumber: 'abc-1' }) },
    ];
  }

  return offices;
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
