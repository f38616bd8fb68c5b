import { type Dispatcher, request } from 'undici';
import type { Attempt } from '../domain/delivery.ts';
import { ATTEMPT_TIMEOUT_MS } from '../limits.ts';
import { TargetRefused } from './guarded-agent.ts';

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the account may read its receiver's response; not if it may be internal. */
  readonly keepsAnswer: boolean;
}

/** Maximum response body to read, so that the connection can be reused. */
const ANSWER_BYTES_MAX = 16_384;
/** Characters of an error body that are stored. */
const KEPT_LENGTH_MAX = 500;
/** Time after which the connection is free for the next attempt. */
const BODY_TIMEOUT_MS = 1_000;
const ERROR_LENGTH_MAX = 200;

/**
 * Makes one attempt; never rejects. A 2xx in time is a success. Redirects are not followed, because
 * their target is not registered.
 */
export async function send(
  dispatcher: Dispatcher,
  { url, headers, body, keepsAnswer }: Message,
): Promise<Attempt> {
  const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Florin-Webhooks',
        ...headers,
      },
      body,
      signal,
    });
    const attempt = toAttempt(answer.statusCode, answer.headers['retry-after']);
    if (keepsAnswer && attempt.error !== null)
      return { ...attempt, answer: await readBeginning(answer.body) };
    // Drains the body so that the connection can be reused; the next attempt may wait for it.
    const soon = AbortSignal.timeout(BODY_TIMEOUT_MS);
    void answer.body.dump({ limit: ANSWER_BYTES_MAX, signal: soon }).catch(() => {});
    return attempt;
  } catch (error) {
    return { statusCode: null, error: describe(error), answer: null, retryAfterMs: 0 };
  }
}

/** The beginning of a body that arrives in time; the rest and its connection are dropped. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  const timer = setTimeout(() => body.destroy(), BODY_TIMEOUT_MS);
  const bytes: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      bytes.push(chunk);
      length += chunk.length;
      if (length > KEPT_LENGTH_MAX) break;
    }
  } catch {
    // A failed body still yields the part that arrived.
  } finally {
    clearTimeout(timer);
  }
  const text = new TextDecoder().decode(Buffer.concat(bytes)).slice(0, KEPT_LENGTH_MAX);
  // Postgres text cannot contain NUL characters.
  return text.replaceAll('\0', '').toWellFormed().trim() || null;
}

function toAttempt(statusCode: number, retryAfter: string | string[] | undefined): Attempt {
  if (statusCode >= 200 && statusCode < 300)
    return { statusCode, error: null, answer: null, retryAfterMs: 0 };
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const error = `responded ${statusCode}${isRedirect ? '; redirects are not followed' : ''}`;
  return { statusCode, error, answer: null, retryAfterMs: toMs(String(retryAfter ?? '')) };
}

/** Milliseconds of seconds or a date (RFC 9110 section 10.2.3); 0 for anything else. */
function toMs(retryAfter: string): number {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now());
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, ERROR_LENGTH_MAX);
  const { name, message } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (name === 'TimeoutError') return `no response within ${ATTEMPT_TIMEOUT_MS / 1_000} s`;
  if (error instanceof TargetRefused || code === undefined)
    return message.slice(0, ERROR_LENGTH_MAX);
  // The message may contain the receiver's data.
  return code;
}
