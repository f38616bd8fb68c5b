import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { idField, parseRequest } from './parse-request.ts';

const requestSchema = z.object({
  accountId: idField,
  access: z.enum(['open', 'read_only'], { error: 'must be open or read_only' }),
});

export const setAccountAccessRpc =
  ({ setAccountAccess }: Operations): IdentityRpcs['SetAccountAccess'] =>
  async (request) => {
    await setAccountAccess(parseRequest(requestSchema, request));
    return {};
  };
