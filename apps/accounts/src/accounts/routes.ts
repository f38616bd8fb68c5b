import { AppError, accountSchema } from '@florin/contracts';
import {
  boundsOf,
  createdFields,
  defineRoute,
  emailField,
  idParams,
  limitField,
  livemodeField,
  notFound,
  orderField,
  pageField,
} from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { toResource } from '../domain/account.ts';
import { onlyForAdmins, seesAllAccounts } from '../domain/account-rights.ts';
import { countAccounts, findAccount, listAccounts } from './queries.ts';

const listedSchema = accountSchema.omit({ settings: true, return_urls: true }).meta({
  id: 'ListedAccount',
  description: 'An account as in lists, without its settings.',
});

export const listAccountsRoute = ({ db }: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/accounts',
    operationId: 'listAccounts',
    onlyReads: true,
    summary: 'List accounts',
    description:
      'All accounts of the installation, in pages. For administrators and the role `platform`.',
    token: 'session',
    query: z.object({
      page: pageField,
      limit: limitField(25),
      status: z
        .enum(['active', 'suspended', 'closed', 'pending'])
        .optional()
        .describe('Filter by status.'),
      type: z.enum(['individual', 'business']).optional().describe('Filter by type.'),
      livemode: livemodeField,
      email: emailField.optional().meta({ description: 'Filter by email, case-insensitive.' }),
      order: orderField,
      ...createdFields,
    }),
    replies: {
      200: z
        .object({
          data: z.array(listedSchema).describe('Accounts of this page, at most `limit`.'),
          pagination: z
            .object({
              page: z.int().describe('Page number, from 1.'),
              limit: z.int().describe('Maximum accounts per page.'),
              total: z.int().describe('Total number of accounts.'),
              has_next: z.boolean().describe('Whether another page follows.'),
            })
            .describe('Position of this page in the list.'),
        })
        .meta({ id: 'AccountPage', description: 'A page of accounts.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ caller, query }) {
      if (!seesAllAccounts(caller))
        throw new AppError('forbidden', 'only administrators can list all accounts');
      const { page, limit, status, type, email, order } = query;
      const filter = { status, type, email, ...boundsOf(query) };
      const offset = (page - 1) * limit;
      const [accounts, total] = await Promise.all([
        listAccounts(db, filter, { offset, rowsMax: limit, order }),
        countAccounts(db, filter),
      ]);
      const data = accounts.map((account) => {
        const { settings: _, return_urls: __, ...listed } = toResource(account);
        return listed;
      });
      const pagination = { page, limit, total, has_next: offset + accounts.length < total };
      return { status: 200, body: { data, pagination } };
    },
  });

export const getAnyAccountRoute = ({ db }: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/accounts/{account_id}',
    operationId: 'getAnyAccount',
    onlyReads: true,
    summary: 'Retrieve any account',
    description: 'Returns an account. For administrators and the role `platform`.',
    token: 'session',
    params: idParams({ account_id: 'account' }),
    replies: { 200: accountSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ caller, params: { account_id } }) {
      if (!seesAllAccounts(caller)) throw onlyForAdmins();
      const account = await findAccount(db, account_id);
      if (!account) throw notFound('account');
      return { status: 200, body: toResource(account) };
    },
  });

export const getOwnAccountRoute = ({ db }: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/account',
    operationId: 'getAccount',
    onlyReads: true,
    summary: 'Retrieve your account',
    description: "The token's account, with its settings.",
    token: 'session_or_key',
    scope: 'account:read',
    replies: { 200: accountSchema },
    errors: ['unauthorized', 'forbidden'],
    async handle({ caller }) {
      const account =
        caller.accountId === null ? undefined : await findAccount(db, caller.accountId);
      if (!account)
        throw new AppError(
          'forbidden',
          'this token has no account; open one with POST /v1/accounts',
        );
      return { status: 200, body: toResource(account) };
    },
  });
