import { connectAtStripe } from '../../stripe.ts';
import { type Caller, must, newOwner } from '../people.ts';
import { by, refuses } from '../scenario.ts';
import { logInAdmin } from '../world.ts';

export async function connect(
  caller: Pick<Caller, 'call'>,
  account_id: string,
  fields: object = {},
) {
  const body = { account_id, processor: 'stripe', reference: await connectAtStripe(), ...fields };
  return caller.call('POST', '/v1/processor_accounts', { body });
}

/** The processor account of an account, until the caller removes it. */
export async function newProcessorAccount(
  admin: Pick<Caller, 'call'>,
): Promise<{ readonly id: string; readonly reference: string; readonly account_id: string }> {
  const { accountId } = await newOwner();
  return must(() => connect(admin, accountId));
}

export async function newProcessorAccountOfAdmin() {
  return newProcessorAccount(await logInAdmin());
}

/** An account and a Stripe account that are not connected yet. */
export async function freeAtStripe() {
  return { account_id: (await newOwner()).accountId, reference: await connectAtStripe() };
}

export const ofAdmins = (method: string, path: string, body?: object) => [
  refuses(403, 'forbidden', 'an owner', by('owner', method, path, body ? { body } : {})),
  refuses(403, 'forbidden', 'an API key', by('key', method, path, body ? { body } : {})),
];
