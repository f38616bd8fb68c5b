import { nameField } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type IdentityRpcs, idField, optionalIdField, parseRequest } from '../requests.ts';
import { setAccountAccess } from './access.ts';
import { closeAccount } from './close.ts';
import { confirmOwner } from './confirm-owner.ts';
import { confirmAccountEmail, reserveAccountEmail } from './email.ts';
import { reserveOwner } from './reserve-owner.ts';

const ownerSchema = z.object({
  accountId: idField,
  email: z.string(),
  name: z
    .literal('')
    .transform(() => null)
    .or(nameField),
  passwordHash: z.string().regex(/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/, 'must be a bcrypt hash'),
  role: z.enum(['owner', 'admin'], { error: 'must be owner or admin' }),
  creatorUserId: optionalIdField,
});
const confirmationSchema = z.object({ accountId: idField, readOnly: z.boolean() });
const emailSchema = z.object({ accountId: idField, email: z.string() });
const confirmedEmailSchema = emailSchema.extend({ userId: optionalIdField });
const accountSchema = z.object({ accountId: idField });
const accessSchema = z.object({
  accountId: idField,
  access: z.enum(['open', 'read_only'], { error: 'must be open or read_only' }),
});

/** RPCs for the accounts service: opening, changing and closing an account. */
export function accountRpcs(
  deps: Deps,
): Pick<
  IdentityRpcs,
  | 'ReserveOwner'
  | 'ConfirmOwner'
  | 'ReserveAccountEmail'
  | 'ConfirmAccountEmail'
  | 'SetAccountAccess'
  | 'CloseAccount'
> {
  return {
    async ReserveOwner(request) {
      return { userId: await reserveOwner(deps, parseRequest(ownerSchema, request)) };
    },
    async ConfirmOwner(request, { requestId }) {
      await confirmOwner(deps, { ...parseRequest(confirmationSchema, request), requestId });
      return {};
    },
    async ReserveAccountEmail(request) {
      await reserveAccountEmail(deps, parseRequest(emailSchema, request));
      return {};
    },
    async ConfirmAccountEmail(request, { requestId }) {
      const confirmation = parseRequest(confirmedEmailSchema, request);
      await confirmAccountEmail(deps, { ...confirmation, requestId });
      return {};
    },
    async SetAccountAccess(request) {
      await setAccountAccess(deps, parseRequest(accessSchema, request));
      return {};
    },
    async CloseAccount(request, { requestId }) {
      await closeAccount(deps, { ...parseRequest(accountSchema, request), requestId });
      return {};
    },
  };
}
