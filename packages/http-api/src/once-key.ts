import { AppError } from '@florin/contracts';

/**
 * The client's Idempotency-Key.
 * @throws AppError invalid_request when it is not 1 to 255 visible ASCII characters.
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!/^[!-~]{1,255}$/.test(header))
    throw new AppError(
      'invalid_request',
      'Idempotency-Key takes 1 to 255 visible ASCII characters',
    );
  return header;
}

/** The key under which a request is done once: per caller and route. */
export function onceKeyOf(
  route: string,
  request: {
    readonly idempotencyKey: string | undefined;
    readonly caller: { readonly userId: string | null; readonly accountId: string | null };
  },
  content: unknown,
): { scope: string; key: string; request: unknown } | undefined {
  const { idempotencyKey, caller } = request;
  if (idempotencyKey === undefined) return undefined;
  const scope = `${caller.userId ?? `key of ${caller.accountId}`} ${route}`;
  return { scope, key: idempotencyKey, request: content };
}
