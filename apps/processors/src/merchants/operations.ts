import {
  AppError,
  newId,
  type ProcessorAccountResource,
  type Reply,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound, readPage } from '@florin/http-api';
import type { FindPayee } from '../clients.ts';
import type { Processor } from '../contract/processor.ts';
import type { Registry } from '../registry.ts';
import type { Db } from '../schema.ts';
import {
  deleteProcessorAccount,
  findProcessorAccount,
  insertProcessorAccount,
  type ProcessorAccount,
  selectProcessorAccounts,
} from './queries.ts';

export interface MerchantDeps {
  readonly db: Db;
  readonly registry: Registry;
  readonly findPayee: FindPayee;
}

export interface NewMerchant {
  readonly requestId: string;
  /** Undefined means an account that cannot exist. */
  readonly accountId: Uuid | undefined;
  readonly processor: string;
  readonly reference: string;
}

/** From now on customers of the account pay at its own account there. */
export async function connectAccount(
  { db, registry, findPayee }: MerchantDeps,
  { requestId, accountId, processor: name, reference }: NewMerchant,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  const payee = accountId === undefined ? undefined : await findPayee(accountId, requestId);
  if (accountId === undefined || !payee)
    throw new AppError('account_not_found', 'there is no open account with this id');
  const processor = registry.openFor(accountId).find((open) => open.name === name);
  if (!processor?.abilities.merchants)
    throw new AppError(
      'invalid_request',
      'processor: no configured processor with this name and mode supports connected accounts',
    );
  await assertKnown(processor, reference);
  const { livemode } = processor;
  return runOnce(db, key, async (tx) => {
    const row = { id: newId(), account_id: accountId, processor: name, reference, livemode };
    const made = await insertProcessorAccount(tx, row);
    return made
      ? { status: 201, body: toResource(made) }
      : refuse(
          'conflict',
          'the account already has an account at this processor, or another account uses this one',
        );
  });
}

/** @throws AppError invalid_request if the processor does not let us act for it */
async function assertKnown(processor: Processor, reference: string): Promise<void> {
  try {
    await processor.listNotices(Date.now(), { reference });
  } catch {
    throw new AppError(
      'invalid_request',
      `reference: ${processor.name} does not allow Florin to act for this account, or does not respond`,
    );
  }
}

/** New charges go to the operator's account; open ones finish where they began. */
export function disconnectAccount(
  db: Db,
  id: Uuid,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const account = await findProcessorAccount(tx, id);
    if (!account) throw notFound('processor account');
    await deleteProcessorAccount(tx, id);
    return { status: 200, body: { ...toResource(account), deleted: true } };
  });
}

export function listProcessorAccounts(
  db: Db,
  request: Parameters<typeof selectProcessorAccounts>[1] & { readonly limit: number },
) {
  return readPage(request, {
    name: 'processor account',
    find: (id) => findProcessorAccount(db, id),
    select: (asked, rowsMax) => selectProcessorAccounts(db, asked, rowsMax),
  });
}

export function toResource(account: ProcessorAccount): ProcessorAccountResource {
  return {
    id: toPublicId('processorAccount', account.id),
    object: 'processor_account',
    livemode: account.livemode,
    account_id: toPublicId('account', account.account_id),
    processor: account.processor,
    reference: account.reference,
    created_at: account.created_at.toISOString(),
  };
}
