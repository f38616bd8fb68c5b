import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { idField, parseRequest } from './parse-request.ts';

const requestSchema = z.object({ accountId: idField, email: z.string() });

export const reserveAccountEmailRpc =
  ({ reserveAccountEmail }: Operations): IdentityRpcs['ReserveAccountEmail'] =>
  async (request) => {
    await reserveAccountEmail(parseRequest(requestSchema, request));
    return {};
  };
