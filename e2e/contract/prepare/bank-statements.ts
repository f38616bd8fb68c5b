import { randomBytes } from 'node:crypto';
import { statementOf } from '../../../apps/processors/test/bank.ts';
import { type Caller, must, newOwner } from '../people.ts';
import { by, refuses } from '../scenario.ts';
import { ABSENT, logInAdmin, type World } from '../world.ts';

const UNMATCHED = '/v1/unmatched_money';
const AMOUNT = 1_230;

/** A statement with one payment and this reference text. */
export function statementWith(text: string, amount = AMOUNT) {
  const content = statementOf([{ amount: BigInt(amount), text }]).toString();
  return { format: 'camt.053', content };
}

/** Money on the operator's bank account that matches no payment request. */
export async function newUnmatched(
  admin: Pick<Caller, 'call'>,
): Promise<{ readonly id: string; readonly statementId: string }> {
  const text = `unmatched ${randomBytes(8).toString('hex')}`;
  await must(() => admin.call('POST', '/v1/bank_statements', { body: statementWith(text) }));
  const { data } = await must(() => admin.call('GET', `${UNMATCHED}?limit=100`));
  const money = data.find(({ remittance }: { remittance: string }) => remittance === text);
  return { id: money.id, statementId: money.bank_statement_id };
}

/** An account in euro. */
export const newShop = () => newOwner({ settings: { currency: 'EUR' } });

export const list = (path: string, query: string) => by('admin', 'GET', `${path}?${query}`);

export const onOne =
  (rest: string, body: object, by: (world: World) => Caller = ({ admin }) => admin) =>
  async (world: World) =>
    by(world).call('POST', `${UNMATCHED}/${(await newUnmatched(world.admin)).id}${rest}`, { body });

export const ofAdmins = (method: string, path: string, body?: object) => [
  refuses(403, 'forbidden', 'an owner', by('owner', method, path, body ? { body } : {})),
  refuses(403, 'forbidden', 'an API key', by('key', method, path, body ? { body } : {})),
];

export const one = (rest = '') => `${UNMATCHED}/${ABSENT.unmatchedMoney}${rest}`;

/** For callers that name it by id: administrators. */
export async function newUnmatchedOfAdmin() {
  return newUnmatched(await logInAdmin());
}
