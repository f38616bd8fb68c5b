import { createHash } from 'node:crypto';
import { AppError, type Caller, type Scope, scopes } from '@florin/contracts';
import { askIdentity, type LookupContext } from './ask-identity.ts';

/** Identity's `CheckApiKey`. */
export type CheckApiKey = (
  key: { readonly secretHash: string },
  context: LookupContext,
) => Promise<KeyState>;

export interface KeyState {
  readonly alive: boolean;
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly readOnly: boolean;
}

export type FindKey = (secret: string, context: LookupContext) => Promise<Caller>;

/** What no access token begins with: a JWT begins with `ey`. */
export function isApiKey(token: string): boolean {
  return token.startsWith('sk_');
}

/**
 * Asks identity at every request what an API key may do, so that a revoked one is refused from the
 * moment it was revoked. The secret itself stays here.
 */
export function makeFindKey(checkApiKey: CheckApiKey): FindKey {
  return async (secret, context) => {
    if (!/^sk_live_[\w-]{43}$/.test(secret)) throw dead();
    const secretHash = createHash('sha256').update(secret).digest('base64url');
    const key = await askIdentity(checkApiKey, { secretHash }, context);
    if (!key.alive) throw dead();
    return {
      userId: null,
      sessionId: null,
      accountId: key.accountId,
      role: null,
      scopes: key.scopes.filter(isScope),
      readOnly: key.readOnly,
    };
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
