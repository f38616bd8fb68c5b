import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { idField, parseRequest } from './parse-request.ts';

const requestSchema = z.object({ gatewayId: idField });

export const endLeaseRpc =
  ({ endLease }: Operations): IdentityRpcs['EndLease'] =>
  async (request) => {
    await endLease(parseRequest(requestSchema, request).gatewayId);
    return {};
  };
