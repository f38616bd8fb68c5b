/** Executes the conformance suite's commands: a JSON object per line, in and out. */
import { createInterface } from 'node:readline';
import { ConnectionError, Florin, FlorinError, verifyWebhook, WebhookError } from '../src/index.ts';

// Commands come from the suite, which knows the arguments of each call.
// biome-ignore lint/suspicious/noExplicitAny: as above
type Asked = any;

let florin = new Florin({ url: 'http://127.0.0.1:1' });
let sessionsTold = 0;

async function listTransactions({ most = Number.POSITIVE_INFINITY, ...query }: Asked) {
  const ids: string[] = [];
  for await (const { id } of florin.list('/v1/transactions', { query })) {
    ids.push(id);
    if (ids.length >= most) break;
  }
  return ids;
}

const does: Readonly<Record<string, (asked: Asked) => unknown>> = {
  open({ url, api_key, session, timeout_ms, tries_max, pause_ms }) {
    sessionsTold = 0;
    florin = new Florin({
      url,
      ...(api_key && { apiKey: api_key }),
      ...(session && {
        session: {
          accessToken: session.access_token,
          refreshToken: session.refresh_token,
          expiresAt: session.expires_at_ms,
        },
      }),
      onSession: () => {
        sessionsTold += 1;
      },
      retry: {
        ...(tries_max && { triesMax: tries_max }),
        ...(pause_ms && { pauseMs: pause_ms }),
      },
      ...(timeout_ms && { timeoutMs: timeout_ms }),
    });
  },
  async log_in({ email, password }) {
    const { accessToken, refreshToken } = await florin.logIn(email, password);
    return { access_token: accessToken, refresh_token: refreshToken };
  },
  sessions_told: () => sessionsTold,
  get_account: () => florin.get('/v1/account'),
  get_account_often: ({ count }) =>
    Promise.all(Array.from({ length: count }, async () => (await florin.get('/v1/account')).id)),
  create_api_key: (body) => florin.post('/v1/api_keys', { body }),
  create_transaction: ({ idempotency_key: idempotencyKey, ...body }) =>
    florin.post('/v1/transactions', { body, ...(idempotencyKey && { idempotencyKey }) }),
  get_transaction: ({ id }) =>
    florin.get('/v1/transactions/{transaction_id}', { path: { transaction_id: id } }),
  list_transactions: listTransactions,
  create_customer: (body) => florin.post('/v1/customers', { body }),
  update_customer: ({ id, ...body }) =>
    florin.patch('/v1/customers/{customer_id}', { path: { customer_id: id }, body }),
  verify_webhook: ({ secrets, headers, body }) => verifyWebhook({ secret: secrets, headers, body }),
};

function describe(error: unknown) {
  if (error instanceof FlorinError) {
    const { code, message, status, requestId, retryAfterMs } = error;
    const names = { request_id: requestId ?? null, retry_after_ms: retryAfterMs ?? null };
    return { kind: 'refused', code, message, status, ...names };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ConnectionError) return { kind: 'unanswered', message };
  return { kind: error instanceof WebhookError ? 'webhook' : 'other', message };
}

for await (const line of createInterface(process.stdin)) {
  const asked: Asked = JSON.parse(line);
  let answer: object;
  try {
    answer = { ok: (await does[asked.do]?.(asked.with)) ?? null };
  } catch (error) {
    answer = { error: describe(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
