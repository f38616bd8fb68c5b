import { revisionSubject } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import type { EventConnection } from '@florin/events';
import { type ClientConfig, makeClient } from '@florin/grpc';
import type { Logger, Metrics } from '@florin/service';
import { Gauge, Histogram } from 'prom-client';
import { newRequestId } from '../answers/answer.ts';
import { type Authenticate, authenticate } from './authenticate.ts';
import { type Lease, startLease } from './lease.ts';
import { makeRevocations, type Revocations } from './revocations.ts';
import { makeSessionCache } from './session-cache.ts';
import { type SigningKeys, type SigningKeysTiming, startSigningKeys } from './signing-keys.ts';
import { makeStreamGuard, type StreamGuard } from './stream-guard.ts';
import { makeVerifyToken } from './verify-token.ts';

export interface TokenCheck {
  readonly authenticate: Authenticate;
  readonly guardStream: StreamGuard['guard'];
  /** Undefined without identity, as is the lease. */
  readonly keys: SigningKeys | undefined;
  readonly lease: Lease | undefined;
  stop(): Promise<void>;
}

export interface TokenCheckParts {
  readonly signingKeys: SigningKeysTiming;
  /** Announcements of new revocations by identity; undefined without NATS. */
  readonly events: Pick<EventConnection, 'subscribe'> | undefined;
  readonly metrics: Metrics;
}

const LIST_KEYS_MS = 2_000;

/** Checks tokens with identity's keys, revocations and replies. */
export function startTokenCheck(
  identity: ClientConfig | undefined,
  { signingKeys, events, metrics }: TokenCheckParts,
  log: Logger,
): TokenCheck {
  if (!identity) return withoutIdentity(log);
  const client = makeClient(grpcServices.identity, identity);
  const keys = startSigningKeys(
    async () => {
      const context = { requestId: newRequestId(), timeoutMs: LIST_KEYS_MS };
      return (await client.listSigningKeys({}, context)).jwks;
    },
    signingKeys,
    log,
  );
  const revocations = makeRevocations();
  const sessions = makeSessionCache({ isValid: () => lease.isValid() }, revocations);
  // Without leases, only the repeated check of each stream remains.
  const streams = makeStreamGuard(revocations, () => lease.isValid() || lease.isUnknown());
  const lease: Lease = startLease(
    client,
    (batch) => {
      const isComplete = revocations.apply(batch, performance.now());
      if (!isComplete) sessions.clear();
      streams.review(isComplete);
    },
    log,
  );
  events?.subscribe(revisionSubject, (revision) => lease.onRevision(Number(revision)));
  addLeaseMetrics(metrics, lease, revocations);

  const measure = addLookupMetrics(metrics);
  const checks = {
    verify: makeVerifyToken(keys),
    sessions,
    revocations,
    checkSession: measure('session', client.checkSession),
    checkApiKey: measure('api_key', client.checkApiKey),
  };
  return {
    authenticate: (kind, authorization, context) =>
      authenticate(checks, kind, authorization, context),
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

/** Routes without a token still work; the others must not become public. */
function withoutIdentity(log: Logger): TokenCheck {
  log.warn('identity is not configured; every request with a token gets 503');
  return {
    authenticate: (kind, authorization, context) =>
      authenticate(undefined, kind, authorization, context),
    guardStream() {},
    keys: undefined,
    lease: undefined,
    async stop() {},
  };
}

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

/** Histogram of the duration of identity's replies. */
function addLookupMetrics({ registry }: Metrics) {
  const duration = new Histogram({
    name: 'florin_gateway_token_lookup_seconds',
    help: 'Seconds that identity takes to check a session or an API key.',
    labelNames: ['kind', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  return <Args extends unknown[], Reply>(
    kind: 'session' | 'api_key',
    ask: (...args: Args) => Promise<Reply>,
  ) =>
    async (...args: Args): Promise<Reply> => {
      const startedAt = performance.now();
      let outcome = 'failed';
      try {
        const reply = await ask(...args);
        outcome = 'answered';
        return reply;
      } finally {
        duration.labels(kind, outcome).observe((performance.now() - startedAt) / 1e3);
      }
    };
}

function addLeaseMetrics(
  { registry }: Metrics,
  lease: Pick<Lease, 'ageMs'>,
  revocations: Pick<Revocations, 'size'>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'florin_gateway_lease_age_seconds',
    help: 'Seconds since the last renewal of the lease for checking tokens from memory.',
    registers,
    collect() {
      const ageMs = lease.ageMs();
      if (ageMs === undefined) this.remove({});
      else this.set(ageMs / 1e3);
    },
  });
  new Gauge({
    name: 'florin_gateway_revocations',
    help: 'Revoked sessions, users, accounts and API keys in memory.',
    registers,
    collect() {
      this.set(revocations.size());
    },
  });
}
