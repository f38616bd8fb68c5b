import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type IdentityRpcs, idField, parseRequest } from '../requests.ts';
import { makeLink } from './link.ts';

const schema = z.object({ confirmationId: idField });

/** RPC for the mail service, called when it sends a mail. */
export function emailConfirmationRpcs(deps: Deps): Pick<IdentityRpcs, 'MakeConfirmationLink'> {
  return {
    async MakeConfirmationLink(request) {
      const { confirmationId } = parseRequest(schema, request);
      const link = await makeLink(deps, confirmationId);
      return {
        ...{ purpose: link.purpose, email: link.email, newEmail: link.newEmail ?? '' },
        ...{ language: link.language ?? '', accountId: link.accountId ?? '' },
        ...{ name: link.name ?? '', url: link.url, code: link.code ?? '' },
      };
    },
  };
}
