import { AppError, accountSchema, type Reply, type Uuid } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { emailField, nameField, notFound, readOnlyFields } from '@florin/http-api';
import { z } from 'zod';
import { returnUrlsField, settingsField, toSettings } from '../accounts/fields.ts';
import { findAccount } from '../accounts/queries.ts';
import type { Deps } from '../deps.ts';
import { type Account, type Cause, toResource } from '../domain/account.ts';
import { type AccountChange, applyChange, onlyWhatDiffers } from '../domain/account-change.ts';

const CHANGEABLE = { name: true, email: true, settings: true, return_urls: true } as const;
const READ_ONLY = [...Object.keys(accountSchema.omit(CHANGEABLE).shape), 'closed_at'];

/** Fields that can be changed, and read-only fields that may be sent back unchanged. */
export const changeSchema = z
  .object({
    ...readOnlyFields([...READ_ONLY, 'password']),
    name: nameField.optional(),
    email: emailField.optional(),
    settings: settingsField.optional(),
    return_urls: returnUrlsField,
  })
  .meta({ id: 'AccountUpdate', description: 'Changes to an account.' });

export interface AccountUpdate extends Cause {
  readonly requestId: string;
  readonly accountId: Uuid;
  readonly askedBy: Uuid | null;
  readonly sent: z.output<typeof changeSchema>;
  /** API keys may not change the email address, because the owner logs in with it. */
  readonly isByKey?: boolean;
  /** Fields for administrators only. */
  readonly ofAdmin?: Pick<AccountChange, 'status' | 'statusReason'>;
  readonly key: IdempotencyKey | undefined;
}

/**
 * Changes an account as requested.
 * @throws AppError invalid_request for changed read-only fields; conflict if it is closed;
 * unauthorized if an API key changes the email.
 */
export async function updateAccount(
  { db, sagas }: Deps,
  {
    accountId,
    askedBy,
    sent,
    isByKey,
    ofAdmin = {},
    key,
    requestId,
    idempotencyKey,
  }: AccountUpdate,
): Promise<Reply> {
  const account = await findAccount(db, accountId);
  if (!account) throw notFound('account');
  refuseReadOnly(account, sent, ofAdmin);
  if (isByKey && sent.email !== undefined && sent.email !== account.email)
    throw new AppError(
      'unauthorized',
      'email: API keys cannot change it, because the owner logs in with it; use an access token of the owner',
    );
  if (account.status === 'closed')
    throw new AppError('conflict', 'the account is closed; it cannot be changed');
  const { status } = ofAdmin;
  if (account.isPlatform && status !== undefined && status !== 'active')
    throw new AppError('conflict', 'the platform account must stay active');

  const asked = {
    ...(sent.name === undefined ? {} : { name: sent.name }),
    ...(sent.email === undefined ? {} : { email: sent.email }),
    settings: toSettings(sent),
    ...ofAdmin,
  };
  const isNothing = applyChange(account, asked) === account;
  if (isNothing && !key) return { status: 200, body: toResource(account) };
  const change = onlyWhatDiffers(account, asked);
  return sagas.updating.begin({ accountId, askedBy, change, requestId, idempotencyKey }, key);
}

function refuseReadOnly(
  account: Account,
  sent: Readonly<Record<string, unknown>>,
  { status, statusReason }: NonNullable<AccountUpdate['ofAdmin']>,
): void {
  const mayDiffer = new Set([
    ...(status === undefined ? [] : ['status']),
    ...(statusReason === undefined ? [] : ['status_reason']),
  ]);
  const current = new Map<string, unknown>(Object.entries(toResource(account)));
  const changed = READ_ONLY.filter((name) => !mayDiffer.has(name)).find(
    (name) => Object.hasOwn(sent, name) && sent[name] !== (current.get(name) ?? null),
  );
  if (changed) throw new AppError('invalid_request', `${changed}: cannot be changed here`);
  if (Object.hasOwn(sent, 'password'))
    throw new AppError(
      'invalid_request',
      'password: cannot be changed here; use PATCH /v1/users/{user_id}',
    );
}
