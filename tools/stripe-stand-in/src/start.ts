import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { makeApi } from './api.ts';
import { makeClock } from './clock.ts';
import { control } from './control/control.ts';
import { type FaultKind, makeFaults } from './control/faults.ts';
import type { Books, Control } from './control/model.ts';
import { StripeFailure } from './failure.ts';
import { readForm } from './form.ts';
import { servePage } from './page.ts';
import { newName } from './tables.ts';
import { makeWebhooks, type WebhookTarget } from './webhooks.ts';
import { type Delays, makeScope, type Scope, stripeDelays, type World } from './world.ts';

export interface StandInOptions {
  /** 0 picks any free port. */
  readonly port?: number;
  /** The accepted API keys. */
  readonly secretKeys?: readonly string[];
  /** Connected accounts besides the operator's own. */
  readonly connected?: readonly string[];
  readonly webhook?: WebhookTarget;
  readonly delays?: Partial<Delays>;
}

export interface StandIn {
  readonly url: string;
  readonly port: number;
  readonly control: (order: Control) => object;
  readonly books: () => Books;
  readonly close: () => Promise<void>;
}

export const DEFAULT_KEY = 'sk_test_stand_in';
const OWN_ACCOUNT = 'acct_standin';
const BODY_MAX = 1_000_000;
/** A connection without an answer is closed after this time. */
const HANG_MS = 60_000;

/** The version of the installed package's types. */
export const API_VERSION = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION;

/** Starts a stand-in for Stripe, on 127.0.0.1 only. */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { port = 0, secretKeys = [DEFAULT_KEY], connected = [], delays, webhook } = options;
  const clock = makeClock();
  const created = clock.seconds();
  const own = makeScope(OWN_ACCOUNT, false, created);
  const scopes: readonly Scope[] = [own, ...connected.map((it) => makeScope(it, true, created))];
  const signer = new Stripe(DEFAULT_KEY);
  const webhooks = makeWebhooks(webhook, (payload, secret) =>
    signer.webhooks.generateTestHeaderString({ payload, secret }),
  );
  let url = '';
  const world: World = {
    clock,
    delays: { ...stripeDelays, ...delays },
    baseUrl: () => url,
    scopes: new Map(scopes.map((scope) => [scope.account, scope])),
    own,
    declines: [],
    emit(scope, type, object, cause) {
      const event = {
        id: newName('evt'),
        object: 'event',
        ...(scope.isConnected && { account: scope.account }),
        api_version: API_VERSION,
        created: clock.seconds(),
        data: { object },
        livemode: false,
        pending_webhooks: webhook ? 1 : 0,
        request: cause
          ? { id: cause.requestId, idempotency_key: cause.idempotencyKey }
          : { id: null, idempotency_key: null },
        type,
        // The package has a type for each kind of event; only the caller knows which one it is.
      } as Stripe.Event;
      webhooks.send(scope.events.insert(event));
    },
  };
  const faults = makeFaults();
  const api = makeApi(world, secretKeys, API_VERSION);
  const books = (): Books => ({ ...api.books(), webhooks: webhooks.counts() });
  const order = (what: Control) => control({ world, faults, webhooks }, what);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    const body = await readBody(request);
    if (path === '/_control/books') return sendJson(response, 200, books());
    if (path === '/_control') return sendControl(response, () => order(JSON.parse(body)));
    if (faults.isDown()) return void request.socket.resetAndDestroy();
    if (path.startsWith('/c/')) {
      const cause = { requestId: newName('req'), idempotencyKey: null };
      const page = servePage(world, method, path, readForm(body), cause);
      await webhooks.beforeAnswer();
      if (page.status === 303)
        return void response.writeHead(303, { Location: page.location }).end();
      return void response.writeHead(page.status, { 'Content-Type': 'text/html' }).end(page.html);
    }
    const fault = faults.take(method, path);
    if (fault && failsBefore(fault, request, response)) return;
    const text = method === 'POST' ? body : search.slice(1);
    const header = (name: string) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const answer = api.answer(
      { method, path, text, header },
      fault === 'error_500_after' ? fault : undefined,
    );
    await webhooks.beforeAnswer();
    if (fault === 'timeout_after') return hang(response);
    if (fault === 'reset_after') return void request.socket.resetAndDestroy();
    response.setHeader('Request-Id', answer.requestId);
    response.setHeader('Stripe-Version', API_VERSION);
    response.setHeader('Date', new Date(clock.now()).toUTCString());
    if (answer.isReplayed) response.setHeader('Idempotent-Replayed', 'true');
    sendJson(response, answer.status, answer.body);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      const status = error instanceof StripeFailure ? error.status : 500;
      if (!response.headersSent) sendJson(response, status, { error: { message: String(error) } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: given } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${given}`;
  return {
    url,
    port: given,
    control: order,
    books,
    async close() {
      clock.stop();
      webhooks.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether a fault prevents the request from being executed. */
function failsBefore(
  fault: FaultKind,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  switch (fault) {
    case 'timeout_before':
      hang(response);
      return true;
    case 'reset_before':
      request.socket.resetAndDestroy();
      return true;
    case 'error_429':
      sendJson(response, 429, {
        error: {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Request rate limit exceeded.',
        },
      });
      return true;
    case 'error_500':
      sendJson(response, 500, {
        error: { type: 'api_error', message: 'An unknown error occurred' },
      });
      return true;
    case 'timeout_after':
    case 'reset_after':
    case 'error_500_after':
      return false;
    default:
      return fault satisfies never;
  }
}

function hang(response: ServerResponse): void {
  const timer = setTimeout(() => response.destroy(), HANG_MS).unref();
  response.once('close', () => clearTimeout(timer));
}

function sendControl(response: ServerResponse, run: () => object): void {
  try {
    sendJson(response, 200, run());
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    sendJson(response, 400, { error: { message } });
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > BODY_MAX) throw new StripeFailure(413, { type: 'api_error', message: 'big' });
  }
  return body;
}
