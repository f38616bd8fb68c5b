import { AppError, revisionSubject } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import type { EventConnection } from '@florin/events';
import { type ClientConfig, makeClient } from '@florin/grpc';
import type { Logger, Metrics } from '@florin/service';
import { newRequestId } from '../requests/request-id.ts';
import { makeFindKey } from './api-key.ts';
import { makeFindVoucher } from './ask-identity.ts';
import { type Authenticate, makeAuthenticate } from './authenticate.ts';
import { type Lease, startLease } from './lease.ts';
import { makeFindPrincipal } from './principal.ts';
import { makeRememberedVouchers } from './remembered.ts';
import type { Revocations } from './revocations.ts';
import { type SigningKeys, type SigningKeysTiming, startSigningKeys } from './signing-keys.ts';
import { makeStreams, type Streams } from './streams.ts';
import { addLeaseMetrics, addLookupMetrics } from './token-metrics.ts';
import { makeVerifyToken } from './verify-token.ts';

export interface TokenCheck {
  readonly authenticate: Authenticate;
  readonly guardStream: Streams['guard'];
  /** Undefined where identity is not routed to; so is the lease. */
  readonly keys: SigningKeys | undefined;
  readonly lease: Lease | undefined;
  stop(): Promise<void>;
}

export interface TokenCheckParts {
  readonly signingKeys: SigningKeysTiming;
  readonly revocations: Revocations;
  /** Where identity tells of revocations, if at all. */
  readonly events: Pick<EventConnection, 'subscribe'> | undefined;
  readonly metrics: Metrics;
}

const LIST_KEYS_MS = 2_000;

/** Ties the checks of a token to identity. */
export function startTokenCheck(
  identity: ClientConfig | undefined,
  { signingKeys, revocations, events, metrics }: TokenCheckParts,
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
  const remembered = makeRememberedVouchers();
  // Without leases a stream has only those who ask for it again and again.
  const mayPass = () => lease.isValid() || lease.isUnknown();
  const streams = makeStreams(revocations, mayPass);
  const lease: Lease = startLease(
    client,
    (news) => {
      const areComplete = revocations.apply(news, performance.now());
      if (!areComplete) remembered.clear();
      streams.review(areComplete);
    },
    log,
  );
  events?.subscribe(revisionSubject, (revision) => lease.hear(Number(revision)));
  addLeaseMetrics(metrics, lease, revocations);

  const measure = addLookupMetrics(metrics);
  const findVoucher = makeFindVoucher({ lease, remembered, revocations });
  const findPrincipal = makeFindPrincipal(
    (session, context) => measure('session', () => client.checkSession(session, context)),
    findVoucher,
    revocations,
  );
  const findKey = makeFindKey(
    (key, context) => measure('api_key', () => client.checkApiKey(key, context)),
    findVoucher,
  );
  return {
    authenticate: makeAuthenticate({ verify: makeVerifyToken(keys), findPrincipal, findKey }),
    guardStream: streams.guard,
    keys,
    lease,
    async stop() {
      await lease.stop();
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
  return {
    authenticate,
    guardStream() {},
    keys: undefined,
    lease: undefined,
    async stop() {},
  };
}
