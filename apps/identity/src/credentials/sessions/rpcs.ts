import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { toCacheFields } from '../../domain/revocation.ts';
import { type IdentityRpcs, idField, parseRequest } from '../../requests.ts';
import { checkSession } from './read.ts';

const sessionSchema = z.object({ sessionId: idField, userId: idField });

/** Checks sessions that a gateway has not cached. */
export function sessionRpcs(deps: Deps): Pick<IdentityRpcs, 'CheckSession'> {
  return {
    async CheckSession(request) {
      const principal = await checkSession(deps, parseRequest(sessionSchema, request));
      return {
        alive: principal !== undefined,
        accountId: principal?.accountId ?? '',
        role: principal?.role ?? '',
        readOnly: principal?.isReadOnly ?? false,
        refundMax: principal?.bounds.refundMax ?? '',
        stale: principal?.bounds.isStale ?? false,
        staleRefundMax: principal?.bounds.staleRefundMax ?? '',
        mustEnrol: principal?.bounds.mustEnrol ?? false,
        ...toCacheFields(principal),
      };
    },
  };
}
