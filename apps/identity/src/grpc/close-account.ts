import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { idField, parseRequest } from './parse-request.ts';

const requestSchema = z.object({ accountId: idField });

export const closeAccountRpc =
  ({ closeAccount }: Operations): IdentityRpcs['CloseAccount'] =>
  async (request, { requestId }) => {
    await closeAccount({ ...parseRequest(requestSchema, request), requestId });
    return {};
  };
