import { isDeepStrictEqual } from 'node:util';
import { AppError, accountSchema, type Reply, type Uuid } from '@florin/contracts';
import {
  type ApiRequest,
  emailField,
  idempotencyKeyOf,
  nameField,
  notFound,
  readOnlyFields,
} from '@florin/http-api';
import { z } from 'zod';
import { type Account, toResource } from '../domain/account.ts';
import { type AccountChange, applyChange } from '../domain/change.ts';
import type { Updating } from '../operations/updating.ts';
import { returnUrlsField, settingsField, toSettings } from './settings-field.ts';

const CHANGED = { name: true, email: true, settings: true, return_urls: true } as const;
const READ_ONLY = [...Object.keys(accountSchema.omit(CHANGED).shape), 'closed_at'];

/** What may be changed of an account, and what may be sent back as it was read. */
export const changeSchema = z.object({
  ...readOnlyFields([...READ_ONLY, 'password']),
  name: nameField.optional(),
  email: emailField.optional(),
  settings: settingsField.optional(),
  return_urls: returnUrlsField,
});

export interface ChangeDeps {
  readonly findAccount: (id: Uuid) => Promise<Account | undefined>;
  readonly beginUpdate: (
    updating: Updating,
    key: ReturnType<typeof idempotencyKeyOf>,
  ) => Promise<Reply>;
}

/**
 * Changes an account by what a client sent of it.
 * @throws AppError invalid_request for read-only fields that differ; conflict when it is closed.
 */
export async function changeAccount(
  { findAccount, beginUpdate }: ChangeDeps,
  route: string,
  accountId: Uuid,
  request: ApiRequest<unknown, unknown, z.output<typeof changeSchema>>,
  status?: AccountChange['status'],
): Promise<Reply> {
  const account = await findAccount(accountId);
  if (!account) throw notFound('account');
  const { body, requestId, idempotencyKey } = request;
  refuseReadOnly(
    account,
    body,
    status === undefined ? READ_ONLY : READ_ONLY.filter((name) => name !== 'status'),
  );
  if (account.status === 'closed')
    throw new AppError('conflict', 'the account is closed: nothing of it can be changed');
  if (account.isPlatform && status !== undefined && status !== 'active')
    throw new AppError('conflict', 'the platform’s own account stays active');

  const asked = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.email === undefined ? {} : { email: body.email }),
    settings: toSettings(body),
    ...(status === undefined ? {} : { status }),
  };
  const key = idempotencyKeyOf(`${route} ${accountId}`, request, body);
  const isNothing = applyChange(account, asked) === account;
  if (isNothing && !key) return { status: 200, body: toResource(account) };
  const change = onlyWhatDiffers(account, asked);
  return beginUpdate({ accountId, change, requestId, idempotencyKey: idempotencyKey ?? null }, key);
}

function refuseReadOnly(
  account: Account,
  body: Readonly<Record<string, unknown>>,
  names: readonly string[],
): void {
  const current = new Map<string, unknown>(Object.entries(toResource(account)));
  const changed = names.find(
    (name) => Object.hasOwn(body, name) && body[name] !== (current.get(name) ?? null),
  );
  if (changed) throw new AppError('invalid_request', `${changed}: cannot be changed here`);
  if (Object.hasOwn(body, 'password'))
    throw new AppError('invalid_request', 'password: is changed by PATCH /v1/users/{user_id}');
}

/** Without what is as asked already, so that nobody is asked to change nothing. */
function onlyWhatDiffers(
  account: Account,
  { name, email, settings, status }: AccountChange,
): AccountChange {
  const differing = Object.entries(settings ?? {}).filter(
    ([key, value]) => !isDeepStrictEqual(account.settings[key as keyof Account['settings']], value),
  );
  return {
    ...(name === undefined || name === account.name ? {} : { name }),
    ...(email === undefined || email === account.email ? {} : { email }),
    ...(status === undefined || status === account.status ? {} : { status }),
    ...(differing.length === 0 ? {} : { settings: Object.fromEntries(differing) }),
  };
}
