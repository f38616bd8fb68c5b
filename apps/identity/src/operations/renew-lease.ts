import type { Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { countLeases, saveLease } from '../store/gateway-leases.ts';
import { holdRevision, listRevocationsAfter } from '../store/revisions.ts';
import type { IdentityTables } from '../store/schema.ts';
import { LEASE_MS } from './await-gateways.ts';
import { refusesTokens } from './revoke.ts';

/** Bounds a reply. What does not fit is told in the next ones, and only the last of them is a lease. */
const REVOCATIONS_MAX = 10_000;

export interface Renewal {
  readonly gatewayId: Uuid;
  /** Undefined for a gateway that has just started: it remembers nothing. */
  readonly applied: bigint | undefined;
}

export interface RenewedLease {
  readonly revision: bigint;
  /** 0 for a gateway that has not yet been told of everything. */
  readonly leaseMs: number;
  /** How many hold a lease now. */
  readonly gateways: number;
  readonly revocations: readonly {
    readonly revision: bigint;
    readonly subject: Uuid;
    readonly refuses: boolean;
    readonly exceptSession: Uuid | null;
  }[];
}

/**
 * Lets a gateway answer from memory for a while. Whoever revokes does so either before, and then
 * the gateway is told here, or afterwards, and then finds the lease and waits for it.
 */
export function makeRenewLease({ db }: { readonly db: Kysely<IdentityTables> }) {
  return (renewal: Renewal): Promise<RenewedLease> =>
    db.transaction().execute((tx) => renew(tx, renewal));
}

async function renew(
  tx: Transaction<IdentityTables>,
  { gatewayId, applied }: Renewal,
): Promise<RenewedLease> {
  const revision = await holdRevision(tx);
  await saveLease(tx, { gatewayId, acknowledged: applied ?? revision });
  const gateways = await countLeases(tx, LEASE_MS);
  if (applied === undefined || applied === revision)
    return { revision, leaseMs: LEASE_MS, gateways, revocations: [] };
  const found = await listRevocationsAfter(tx, applied, REVOCATIONS_MAX);
  const last = found.length === REVOCATIONS_MAX ? found.at(-1)?.revision : undefined;
  const told = last ?? revision;
  return {
    revision: told,
    leaseMs: told === revision ? LEASE_MS : 0,
    gateways,
    revocations: found.map(({ revision: at, subject, kind, except_session: exceptSession }) => ({
      ...{ revision: at, subject, exceptSession },
      refuses: refusesTokens(kind),
    })),
  };
}
