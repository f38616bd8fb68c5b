import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { idField, parseRequest } from './parse-request.ts';

const requestSchema = z.object({ accountId: idField, email: z.string() });

export const confirmAccountEmailRpc =
  ({ confirmAccountEmail }: Operations): IdentityRpcs['ConfirmAccountEmail'] =>
  async (request, { requestId }) => {
    await confirmAccountEmail({ ...parseRequest(requestSchema, request), requestId });
    return {};
  };
