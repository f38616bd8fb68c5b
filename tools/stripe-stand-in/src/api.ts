import { type Keys, writeBooks } from './control/books.ts';
import { expand } from './expand.ts';
import { StripeFailure } from './failure.ts';
import { type Form, readForm } from './form.ts';
import { type Answer, makeIdempotency } from './idempotency.ts';
import { findRoute } from './resources/index.ts';
import { newName } from './tables.ts';
import { scopeOf, type World } from './world.ts';

/** A request to the API, without HTTP details. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** The query of a GET, the body of a POST. */
  readonly text: string;
  readonly header: (name: string) => string | undefined;
}

export interface ApiAnswer extends Answer {
  readonly requestId: string;
  readonly isReplayed: boolean;
}

const KEY_LENGTH_MAX = 255;

/**
 * Answers requests like Stripe's API, each synchronously: its effects are complete with the answer.
 */
export function makeApi(world: World, secretKeys: readonly string[], version: string) {
  const idempotency = makeIdempotency(world.clock);
  const madeBy = new Map<string, string>();
  const counts = new Map<string, { sent: number; done: number }>();
  const keys: Keys = { madeBy, counts };

  function answer(request: ApiRequest, fault?: 'error_500_after'): ApiAnswer {
    const requestId = newName('req');
    try {
      authorize(request, secretKeys, version);
      const account = request.header('stripe-account');
      scopeOf(world, account);
      const key = request.method === 'POST' ? request.header('idempotency-key') : undefined;
      if (key === undefined) return { ...run(request, requestId, null, fault), isReplayed: false };
      return { ...once(request, requestId, key, fault) };
    } catch (error) {
      return { ...toAnswer(error), requestId, isReplayed: false };
    }
  }

  function once(
    request: ApiRequest,
    requestId: string,
    key: string,
    fault: 'error_500_after' | undefined,
  ): ApiAnswer {
    if (key.length > KEY_LENGTH_MAX) throw failure('the Idempotency-Key is too long');
    const count = counts.get(key) ?? { sent: 0, done: 0 };
    counts.set(key, count);
    count.sent += 1;
    const scoped = `${request.header('stripe-account') ?? ''} ${key}`;
    const before = idempotency.begin(scoped, [request.method, request.path, request.text]);
    if (before) return { ...before, requestId, isReplayed: true };
    const made = run(request, requestId, key, fault);
    idempotency.end(scoped, made);
    if (made.status === 200 || made.status === 402) count.done += 1;
    return { ...made, isReplayed: false };
  }

  function run(
    request: ApiRequest,
    requestId: string,
    idempotencyKey: string | null,
    fault: 'error_500_after' | undefined,
  ): Answer & { readonly requestId: string } {
    const scope = scopeOf(world, request.header('stripe-account'));
    try {
      const { route, id } = findRoute(request.method, request.path);
      const form: Form = readForm(request.text);
      const context = { world, scope, requestId, idempotencyKey };
      const made = route.handle({ context, form, id, path: request.path });
      if (idempotencyKey !== null && 'id' in made) madeBy.set(String(made.id), idempotencyKey);
      if (fault) return { status: 500, body: brokenBody, requestId };
      return { status: 200, body: expand(world, scope, made, form), requestId };
    } catch (error) {
      const { body, status } = toAnswer(error);
      const intent = error instanceof StripeFailure ? error.body.payment_intent?.id : undefined;
      if (idempotencyKey !== null && intent !== undefined) madeBy.set(intent, idempotencyKey);
      return { status, body, requestId };
    }
  }

  return { answer, books: () => writeBooks(world, keys) };
}

const brokenBody = {
  error: {
    type: 'api_error',
    message: 'Sorry! There was an error while talking to one of our backends.',
  },
};

/** @throws StripeFailure unless the request has a configured key, and the version of these types */
function authorize(request: ApiRequest, secretKeys: readonly string[], version: string): void {
  const [, key = ''] = /^Bearer (.+)$/.exec(request.header('authorization') ?? '') ?? [];
  if (!secretKeys.includes(key))
    throw new StripeFailure(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`,
    });
  const asked = request.header('stripe-version') ?? version;
  if (asked !== version) throw failure(`Invalid Stripe API version: ${asked}`);
}

function failure(message: string): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message });
}

function toAnswer(error: unknown): Answer {
  if (error instanceof StripeFailure) return { status: error.status, body: { error: error.body } };
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, body: { error: { type: 'api_error', message } } };
}
