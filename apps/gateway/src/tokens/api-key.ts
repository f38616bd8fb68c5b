import { createHash } from 'node:crypto';
import { AppError, type Scope, scopes, type Uuid } from '@florin/contracts';
import type { FindVoucher, LookupContext, Vouched } from './ask-identity.ts';
import type { Voucher } from './voucher.ts';

/** Identity's `CheckApiKey`. */
export type CheckApiKey = (
  key: { readonly secretHash: string },
  context: LookupContext,
) => Promise<KeyState>;

export interface KeyState extends Vouched {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly readOnly: boolean;
}

export type FindKey = (secret: string, context: LookupContext) => Promise<Voucher>;

/** What no access token begins with: a JWT begins with `ey`. */
export function isApiKey(token: string): boolean {
  return token.startsWith('sk_');
}

/** Finds out what an API key may do; a dead one is refused. The secret itself stays here. */
export function makeFindKey(checkApiKey: CheckApiKey, findVoucher: FindVoucher): FindKey {
  return async (secret, context) => {
    if (!/^sk_live_[\w-]{43}$/.test(secret)) throw dead();
    const secretHash = createHash('sha256').update(secret).digest('base64url');
    const ask = (asking: LookupContext) => checkApiKey({ secretHash }, asking);
    const found = await findVoucher({ key: secretHash, ask, toVoucher }, context);
    if (!found) throw dead();
    return found;
  };
}

function toVoucher({ keyId, accountId, readOnly, ...key }: KeyState): Omit<Voucher, 'revision'> {
  return {
    caller: {
      userId: null,
      sessionId: null,
      apiKeyId: keyId === '' ? undefined : (keyId as Uuid),
      accountId,
      role: null,
      scopes: key.scopes.filter(isScope),
      readOnly,
    },
    names: [keyId, accountId],
  };
}

function dead(): AppError {
  return new AppError(
    'unauthorized',
    'this API key is revoked, has expired or never was: create one at POST /v1/api_keys',
  );
}

/** A scope that a newer identity knows and this gateway does not allows nothing. */
function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
