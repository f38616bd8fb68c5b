import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { idField, parseRequest } from './parse-request.ts';

const requestSchema = z.object({
  gatewayId: idField,
  appliedRevision: z
    .string()
    .regex(/^\d{1,18}$/, 'must not be negative')
    .transform(BigInt)
    .optional(),
});

export const renewRpc =
  ({ renewLease }: Operations): IdentityRpcs['Renew'] =>
  async (request) => {
    const { gatewayId, appliedRevision } = parseRequest(requestSchema, request);
    const renewed = await renewLease({ gatewayId, applied: appliedRevision });
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
  };
