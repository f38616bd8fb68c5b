import { AppError } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { type ClientConfig, makeClient } from '@florin/grpc';
import type { Logger } from '@florin/service-runtime';
import { newRequestId } from '../requests/request-id.ts';
import { makeFindKey } from './api-key.ts';
import { type Authenticate, makeAuthenticate } from './authenticate.ts';
import type { MeasureLookup } from './lookup-metrics.ts';
import { makeFindPrincipal } from './principal.ts';
import { type SigningKeys, type SigningKeysTiming, startSigningKeys } from './signing-keys.ts';
import { makeVerifyToken } from './verify-token.ts';

export interface TokenCheck {
  readonly authenticate: Authenticate;
  /** Undefined where identity is not routed to. */
  readonly keys: SigningKeys | undefined;
  stop(): Promise<void>;
}

const LIST_KEYS_MS = 2_000;

/** Ties the checks of a token to identity. */
export function startTokenCheck(
  identity: ClientConfig | undefined,
  {
    signingKeys,
    measureLookup,
  }: { readonly signingKeys: SigningKeysTiming; readonly measureLookup: MeasureLookup },
  log: Logger,
): TokenCheck {
  if (!identity) return checkNothing(log);
  const client = makeClient(grpcServices.identity, identity);
  const keys = startSigningKeys(
    async () => {
      const context = { requestId: newRequestId(), timeoutMs: LIST_KEYS_MS };
      return (await client.listSigningKeys({}, context)).jwks;
    },
    signingKeys,
    log,
  );
  const findPrincipal = makeFindPrincipal((session, context) =>
    measureLookup('session', () => client.checkSession(session, context)),
  );
  const findKey = makeFindKey((key, context) =>
    measureLookup('api_key', () => client.checkApiKey(key, context)),
  );
  return {
    authenticate: makeAuthenticate({ verify: makeVerifyToken(keys), findPrincipal, findKey }),
    keys,
    async stop() {
      client.close();
      await keys.stop();
    },
  };
}

/** Routes that take no token still work; the others must not be open. */
function checkNothing(log: Logger): TokenCheck {
  log.warn('identity is not configured: every request with a token is answered 503');
  async function refuse(): Promise<never> {
    throw new AppError('unavailable', 'identity does not run here: no token can be checked');
  }
  const authenticate = makeAuthenticate({ verify: refuse, findPrincipal: refuse, findKey: refuse });
  return { authenticate, keys: undefined, async stop() {} };
}
