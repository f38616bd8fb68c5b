import { AppError } from '@florin/contracts';

/** 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

/**
 * Parses the client's Idempotency-Key.
 * @throws AppError invalid_request unless it is 1 to 255 visible ASCII characters
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!IDEMPOTENCY_KEY.test(header))
    throw new AppError(
      'invalid_request',
      'Idempotency-Key must be 1 to 255 visible ASCII characters',
    );
  return header;
}

/** Identifies a repetition: another version may parse the same request differently. */
export interface Sent {
  readonly path: string;
  /** JSON or form fields; undefined without a body. */
  readonly body: unknown;
}

/** Body members that must not be stored, not even in a hash, which is too fast for passwords. */
const SECRETS: readonly string[] = ['password'];

/**
 * The stored key of a request, unique per caller and route.
 * @param content the request as parsed by this version, without secrets
 */
export function idempotencyKeyOf(
  route: string,
  request: {
    readonly idempotencyKey: string | undefined;
    readonly sent: Sent;
    readonly caller: { readonly userId: string | null; readonly accountId: string | null };
  },
  content: unknown,
): { scope: string; key: string; request: unknown; sent: unknown } | undefined {
  const { idempotencyKey, caller, sent } = request;
  if (idempotencyKey === undefined) return undefined;
  const scope = `${caller.userId ?? `key of ${caller.accountId}`} ${route}`;
  return {
    scope,
    key: idempotencyKey,
    request: content,
    sent: [sent.path, withoutSecrets(sent.body)],
  };
}

function withoutSecrets(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !SECRETS.includes(name)));
}
