/** Every code that Florin answers with today; a newer one may add to them. */
export type ErrorCode = (typeof errorCodes)[number];

export const errorCodes = [
  'invalid_request',
  'currency_mismatch',
  'invalid_grant',
  'invalid_credentials',
  'second_factor_required',
  'insufficient_user_authentication',
  'unauthorized',
  'insufficient_funds',
  'card_declined',
  'forbidden',
  'not_found',
  'account_not_found',
  'invalid_session',
  'email_exists',
  'conflict',
  'not_cancellable',
  'active_subscriptions',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const;

/** Characters of an answer that an error keeps. */
const TEXT_LENGTH_MAX = 2_000;

interface Refusal extends Pick<FlorinError, 'code' | 'status' | 'requestId' | 'retryAfterMs'> {
  readonly declineCode?: string | undefined;
  readonly text?: string | undefined;
}

/** Florin has refused. `message` says what to do about it. */
export class FlorinError extends Error {
  override readonly name = 'FlorinError';

  readonly code: ErrorCode | (string & {});
  /** Of HTTP. */
  readonly status: number;
  /** Why a card was declined; undefined unless `code` is `card_declined`, and where it is unknown. */
  readonly declineCode: string | undefined;
  /** Names the request in Florin's log. */
  readonly requestId: string | undefined;
  /** When it makes sense to try again, if that was said. */
  readonly retryAfterMs: number | undefined;
  /** The beginning of a body that is not an error of Florin, for example of a proxy. */
  readonly text: string | undefined;

  constructor(message: string, refusal: Refusal) {
    super(message);
    const { code, status, declineCode, requestId, retryAfterMs, text } = refusal;
    this.code = code;
    this.status = status;
    this.declineCode = declineCode;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.text = text;
  }

  override toString(): string {
    return `${this.name}: ${this.message} (${inBrackets(this.code, this.status, this.requestId)})`;
  }
}

/** Florin has answered with success, and the answer cannot be read: the call was done. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';

  /** Of HTTP. */
  readonly status: number;
  /** Names the request in Florin's log. */
  readonly requestId: string | undefined;
  /** The beginning of the answer. */
  readonly text: string;

  constructor({ status, headers }: Response, text: string, options: ErrorOptions) {
    const requestId = headers.get('Request-Id') ?? undefined;
    super(`the answer is not JSON (${inBrackets('HTTP', status, requestId)})`, options);
    this.status = status;
    this.requestId = requestId;
    this.text = text.slice(0, TEXT_LENGTH_MAX);
  }
}

function inBrackets(code: string, status: number, requestId: string | undefined): string {
  return `${code} ${status}${requestId === undefined ? '' : `, ${requestId}`}`;
}

/** No answer came: what was asked may have been done or not. `cause` is what happened. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** A webhook that is not Florin's, or not of now: answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** The error of an answer that is none of success. */
export async function toError(response: Response): Promise<FlorinError> {
  const text = await response.text().catch(() => '');
  const { error, message, decline_code: declineCode } = parse(text);
  const isOurs = error !== undefined && message !== undefined;
  return new FlorinError(message ?? `answered ${response.status} without saying why`, {
    code: error ?? 'internal_error',
    status: response.status,
    declineCode,
    requestId: response.headers.get('Request-Id') ?? undefined,
    retryAfterMs: readRetryAfter(response.headers),
    text: isOurs ? undefined : text.slice(0, TEXT_LENGTH_MAX),
  });
}

/** Retry-After (RFC 9110 section 10.2.3) in milliseconds: seconds, or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** What stands before Florin may answer with pages of its own. */
function parse(
  text: string,
): Partial<Readonly<Record<'error' | 'message' | 'decline_code', string>>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
