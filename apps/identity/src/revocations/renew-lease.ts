import type { Uuid } from '@florin/contracts';
import { withoutCommitSignal } from '@florin/database';
import type { Deps } from '../deps.ts';
import { refusesTokens } from '../domain/revocation.ts';
import type { Tx } from '../schema.ts';
import { LEASE_MS } from './await-gateways.ts';
import { countLeases, saveLease, saveLeaseIfCurrent } from './lease-queries.ts';
import { listRevocationsAfter, shareRevisionLock } from './queries.ts';

/** Bounds a reply. The rest follows in later replies, and only the last one grants a lease. */
const REVOCATIONS_MAX = 10_000;

export interface Renewal {
  readonly gatewayId: Uuid;
  /** Undefined for a gateway that has just started with an empty cache. */
  readonly applied: bigint | undefined;
}

export interface RenewedLease {
  readonly revision: bigint;
  /** 0 until the gateway has received all revocations. */
  readonly leaseMs: number;
  /** Number of gateways with a lease. */
  readonly gateways: number;
  readonly revocations: readonly {
    readonly revision: bigint;
    readonly subject: Uuid;
    readonly refuses: boolean;
    readonly exceptSession: Uuid | null;
  }[];
}

/**
 * Lets a gateway answer from its cache for a while. A revocation that commits before is in this
 * reply; one that commits later finds the lease and waits for it.
 */
export async function renewLease({ db }: Deps, renewal: Renewal): Promise<RenewedLease> {
  const { gatewayId, applied } = renewal;
  if (applied !== undefined) {
    const gateways = await saveLeaseIfCurrent(db, { gatewayId, acknowledged: applied }, LEASE_MS);
    if (gateways !== undefined)
      return { revision: applied, leaseMs: LEASE_MS, gateways, revocations: [] };
  }
  // Renewals are frequent and would keep the relay awake.
  return withoutCommitSignal(() => db.transaction().execute((tx) => renew(tx, renewal)));
}

async function renew(tx: Tx, { gatewayId, applied }: Renewal): Promise<RenewedLease> {
  const revision = await shareRevisionLock(tx);
  await saveLease(tx, { gatewayId, acknowledged: applied ?? revision });
  const gateways = await countLeases(tx, LEASE_MS);
  if (applied === undefined || applied === revision)
    return { revision, leaseMs: LEASE_MS, gateways, revocations: [] };
  const found = await listRevocationsAfter(tx, applied, REVOCATIONS_MAX);
  const last = found.length === REVOCATIONS_MAX ? found.at(-1)?.revision : undefined;
  const upTo = last ?? revision;
  return {
    revision: upTo,
    leaseMs: upTo === revision ? LEASE_MS : 0,
    gateways,
    revocations: found.map(({ revision: at, subject, kind, except_session: exceptSession }) => ({
      ...{ revision: at, subject, exceptSession },
      refuses: refusesTokens(kind),
    })),
  };
}
