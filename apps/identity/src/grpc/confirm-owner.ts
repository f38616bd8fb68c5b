import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { idField, parseRequest } from './parse-request.ts';

const requestSchema = z.object({ accountId: idField, readOnly: z.boolean() });

export const confirmOwnerRpc =
  ({ confirmOwner }: Operations): IdentityRpcs['ConfirmOwner'] =>
  async (request, { requestId }) => {
    await confirmOwner({ ...parseRequest(requestSchema, request), requestId });
    return {};
  };
