import { AppError } from '@florin/contracts';
import type { Sent } from '../routes/define-route.ts';

/** 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

/**
 * The client's Idempotency-Key.
 * @throws AppError invalid_request when it is not 1 to 255 visible ASCII characters.
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!IDEMPOTENCY_KEY.test(header))
    throw new AppError(
      'invalid_request',
      'Idempotency-Key takes 1 to 255 visible ASCII characters',
    );
  return header;
}

/** Members of a body of which not even a hash may be stored: it would be too fast a one. */
const SECRETS: readonly string[] = ['password'];

/**
 * The key under which a request is done once: per caller and route.
 * @param content what is asked, as this version reads it; without secrets
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
