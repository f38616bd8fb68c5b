import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { idField, parseRequest } from './parse-request.ts';
import { toRemembrance } from './remembrance.ts';

const requestSchema = z.object({ sessionId: idField, userId: idField });

export const checkSessionRpc =
  ({ checkSession }: Operations): IdentityRpcs['CheckSession'] =>
  async (request) => {
    const principal = await checkSession(parseRequest(requestSchema, request));
    return {
      alive: principal !== undefined,
      accountId: principal?.accountId ?? '',
      role: principal?.role ?? '',
      readOnly: principal?.isReadOnly ?? false,
      ...toRemembrance(principal),
    };
  };
