import { nameField } from '@florin/http-api';
import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';
import { idField, optionalIdField, parseRequest } from './parse-request.ts';

const requestSchema = z.object({
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

export const reserveOwnerRpc =
  ({ reserveOwner }: Operations): IdentityRpcs['ReserveOwner'] =>
  async (request) => ({ userId: await reserveOwner(parseRequest(requestSchema, request)) });
