import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type IdentityRpcs, idField, parseRequest } from '../requests.ts';
import { deleteLease } from './lease-queries.ts';
import { renewLease } from './renew-lease.ts';

const renewalSchema = z.object({
  gatewayId: idField,
  appliedRevision: z
    .string()
    .regex(/^\d{1,18}$/, 'must not be negative')
    .transform(BigInt)
    .optional(),
});
const leaseSchema = z.object({ gatewayId: idField });

/** RPCs by which gateways receive revocations and hold the leases of their caches. */
export function revocationRpcs(deps: Deps): Pick<IdentityRpcs, 'Renew' | 'EndLease'> {
  return {
    async Renew(request) {
      const { gatewayId, appliedRevision } = parseRequest(renewalSchema, request);
      const renewed = await renewLease(deps, { gatewayId, applied: appliedRevision });
      const { revision, leaseMs, revocations, gateways } = renewed;
      return {
        revision: String(revision),
        revocations: revocations.map((each) => ({
          ...each,
          revision: String(each.revision),
          exceptSession: each.exceptSession ?? '',
        })),
        leaseMs: String(leaseMs),
        gateways,
      };
    },
    async EndLease(request) {
      await deleteLease(deps.db, parseRequest(leaseSchema, request).gatewayId);
      return {};
    },
  };
}
