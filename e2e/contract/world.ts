import { call } from '../api.ts';
import { ADMIN, logInAs, must, newOwner, newUser, type Owner, type Person } from './people.ts';

/** Everybody and everything that the rows send requests about. Rows leave it as they found it. */
export interface World {
  readonly admin: Owner;
  /** Sees everything and changes nothing. */
  readonly platform: Person;
  readonly owner: Owner;
  /** Of the owner's account. */
  readonly member: Person;
  /** Owner of another account. */
  readonly stranger: Owner;
  /** A user without an account. */
  readonly loner: Person;
  /** The owner of an account that an admin has suspended. */
  readonly suspended: Owner;
  /** The owner of an account that is closed, with the tokens from before. */
  readonly closed: Owner;
  readonly objects: Objects;
}

/** Of the owner's account. */
export interface Objects {
  readonly creditId: string;
  /** Held until it is captured or canceled. */
  readonly heldId: string;
}

/** Ids of the right shape that name nothing. */
export const ABSENT = {
  account: 'acc_01h455vb4pex5vsknk084sn02q',
  user: 'usr_01h455vb4pex5vsknk084sn02q',
  session: 'ses_01h455vb4pex5vsknk084sn02q',
  transaction: 'txn_01h455vb4pex5vsknk084sn02q',
  payment: 'pay_01h455vb4pex5vsknk084sn02q',
  apiKey: 'key_01h455vb4pex5vsknk084sn02q',
  subscription: 'sub_01h455vb4pex5vsknk084sn02q',
  customer: 'cus_01h455vb4pex5vsknk084sn02q',
  invoice: 'inv_01h455vb4pex5vsknk084sn02q',
  event: 'evt_01h455vb4pex5vsknk084sn02q',
  webhookEndpoint: 'we_01h455vb4pex5vsknk084sn02q',
  testClock: 'clk_01h455vb4pex5vsknk084sn02q',
} as const;

export async function makeWorld(): Promise<World> {
  const admin = await logInAdmin();
  const owner = await newOwner();
  const [platform, member, stranger, loner, suspended, closed, objects] = await Promise.all([
    newUser(admin, { role: 'platform' }),
    newUser(owner),
    newOwner(),
    newUser(),
    newOwner().then((person) => suspend(admin, person)),
    newOwner().then(close),
    makeObjects(owner),
  ]);
  return { admin, platform, owner, member, stranger, loner, suspended, closed, objects };
}

export async function logInAdmin(): Promise<Owner> {
  const admin = await logInAs(ADMIN.email, ADMIN.password);
  if (admin.accountId === null) throw new Error('the admin has no account');
  return { ...admin, accountId: admin.accountId };
}

async function suspend(admin: Person, owner: Owner): Promise<Owner> {
  const path = `/v1/accounts/${owner.accountId}`;
  await must(() => admin.call('PATCH', path, { body: { status: 'suspended' } }));
  return owner;
}

async function close(owner: Owner): Promise<Owner> {
  await must(() => call('DELETE', '/v1/account', { token: owner.token }));
  return owner;
}

const PLENTY = 1_000_000;

async function makeObjects(owner: Owner): Promise<Objects> {
  const credit = await record(owner, { type: 'credit', amount: PLENTY });
  const held = await record(owner, { type: 'payment', amount: 100, capture: 'manual' });
  return { creditId: credit.id, heldId: held.id };
}

/** Records a transaction of the owner's account in its currency. */
export async function record(owner: Owner, fields: object) {
  const body = { account_id: owner.accountId, currency: 'USD', ...fields };
  return must(() => owner.call('POST', '/v1/transactions', { body }));
}
