import { newId, parsePublicId, type Uuid } from '@florin/contracts';
import type { Answer, CallOptions } from '@florin/testing';
import type { Neighbours } from './neighbours.ts';
import { PASSWORD, signUpBody, type startAccounts } from './start-accounts.ts';

export type Accounts = Awaited<ReturnType<typeof startAccounts>>;

/** The owner of an account, as asserted by the gateway. */
export interface Owner {
  readonly accountId: Uuid;
  readonly publicId: string;
  readonly email: string;
  readonly caller: NonNullable<CallOptions['caller']>;
}

/** Opens an account and returns its owner. */
export async function openAccount(accounts: Accounts, change: object = {}): Promise<Owner> {
  const { status, body } = await accounts.call('POST', '/v1/accounts', {
    body: signUpBody(change),
  });
  if (status !== 201) throw new Error(`no account: ${JSON.stringify(body)}`);
  const accountId = parsePublicId('account', body.id) ?? '';
  return {
    accountId,
    publicId: body.id,
    email: body.email,
    caller: { userId: newId(), accountId, role: 'owner' },
  };
}

/** An owner whose assertion names their session: only that may change the account's email. */
export async function openOwnAccount(accounts: Accounts, { identity }: Neighbours): Promise<Owner> {
  const owner = await openAccount(accounts);
  const body = { email: owner.email, password: PASSWORD };
  const login = await identity.call('POST', '/v1/auth/login', { body });
  const userId = parsePublicId('user', login.body.user.id) ?? '';
  return { ...owner, caller: { ...owner.caller, userId } };
}

/** Whether a user can log in with the default password. */
export async function canLogIn({ identity }: Neighbours, email: string): Promise<boolean> {
  const body = { email, password: PASSWORD };
  return (await identity.call('POST', '/v1/auth/login', { body })).status === 200;
}

/** The currency of an account in the ledger. */
export async function currencyOf({ ledger }: Neighbours, { caller }: Owner): Promise<string> {
  return (await ledger.call('GET', '/v1/account/balance', { caller })).body.currency;
}

/** Records a credit in the ledger. */
export async function credit(
  { ledger }: Neighbours,
  { caller, publicId }: Owner,
  amount: number,
): Promise<void> {
  const body = { account_id: publicId, amount, currency: 'USD', type: 'credit' };
  const { status } = await ledger.call('POST', '/v1/transactions', { caller, body });
  if (status !== 201) throw new Error(`no credit: ${status}`);
}

export function outcome({ status, body }: Answer): string {
  return `${status} ${body.error ?? ''}`.trim();
}
