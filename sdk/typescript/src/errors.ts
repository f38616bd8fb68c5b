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

/** Maximum length of a response's text in an error. */
const TEXT_LENGTH_MAX = 2_000;

interface Refusal extends Pick<FlorinError, 'code' | 'status' | 'requestId' | 'retryAfterMs'> {
  readonly declineCode?: string | undefined;
  readonly text?: string | undefined;
}

/** An error response of Florin. `message` says what to do about it. */
export class FlorinError extends Error {
  override readonly name = 'FlorinError';

  readonly code: ErrorCode | (string & {});
  /** HTTP status. */
  readonly status: number;
  /** Reason for a declined card; undefined if unknown, or for other codes. */
  readonly declineCode: string | undefined;
  /** Identifies the request in Florin's log. */
  readonly requestId: string | undefined;
  /** Milliseconds to wait before a retry, if the server sent them. */
  readonly retryAfterMs: number | undefined;
  /** Beginning of a body that is not from Florin, such as a proxy's page. */
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

/** A successful response that cannot be parsed: the call took effect. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';

  /** HTTP status. */
  readonly status: number;
  /** Identifies the request in Florin's log. */
  readonly requestId: string | undefined;
  /** Beginning of the response. */
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

/** No response arrived, so the call may or may not have taken effect. `cause` is the reason. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** A webhook that is forged or too old. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** Converts an error response. */
export async function toError(response: Response): Promise<FlorinError> {
  const text = await response.text().catch(() => '');
  const { error, message, decline_code: declineCode } = parse(text);
  const isOurs = error !== undefined && message !== undefined;
  return new FlorinError(message ?? `status ${response.status} without a reason`, {
    code: error ?? 'internal_error',
    status: response.status,
    declineCode,
    requestId: response.headers.get('Request-Id') ?? undefined,
    retryAfterMs: readRetryAfter(response.headers),
    text: isOurs ? undefined : text.slice(0, TEXT_LENGTH_MAX),
  });
}

/** Retry-After (RFC 9110, section 10.2.3) in milliseconds, from seconds or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** A proxy in front of Florin may answer with its own page. */
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
