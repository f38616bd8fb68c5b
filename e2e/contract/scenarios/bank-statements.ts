import { randomBytes } from 'node:crypto';
import { statementOf } from '../../../apps/processors/test/bank.ts';
import { BANK_ACCOUNT } from '../../bank-account.ts';
import { browse } from '../pay.ts';
import { type Caller, must, newOwner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, logInAdmin, requestPayment, type World } from '../world.ts';

const STATEMENTS = '/v1/bank_statements';
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
  const text = `nobody's ${randomBytes(8).toString('hex')}`;
  await must(() => admin.call('POST', STATEMENTS, { body: statementWith(text) }));
  const { data } = await must(() => admin.call('GET', `${UNMATCHED}?limit=100`));
  const money = data.find(({ remittance }: { remittance: string }) => remittance === text);
  return { id: money.id, statementId: money.bank_statement_id };
}

/** A payment in euro by bank transfer, awaited. */
async function awaited(owner: Awaited<ReturnType<typeof newOwner>>) {
  const fields = { currency: 'EUR', amount: AMOUNT };
  const { id, payment_url } = await requestPayment(owner, fields);
  const body = new URLSearchParams({ processor: 'bank_transfer' });
  await browse(payment_url, { method: 'POST', body });
  return String(id);
}
/** An account in euro. */
export const newShop = () => newOwner({ settings: { currency: 'EUR' } });

const send =
  (body: object, by: (world: World) => Caller = ({ admin }) => admin) =>
  (world: World) =>
    by(world).call('POST', STATEMENTS, { body });
const list =
  (path: string, query: string) =>
  ({ admin }: World) =>
    admin.call('GET', `${path}?${query}`);
const onOne =
  (rest: string, body: object, by: (world: World) => Caller = ({ admin }) => admin) =>
  async (world: World) =>
    by(world).call('POST', `${UNMATCHED}/${(await newUnmatched(world.admin)).id}${rest}`, { body });

const CSV = {
  format: 'csv',
  content: 'day;sum;what\n20.11.2026;-1.230,00;rent\n',
  csv: {
    delimiter: ';',
    decimal_mark: ',',
    date_format: 'DD.MM.YYYY',
    currency: 'EUR',
    account_number: BANK_ACCOUNT.BANK_TRANSFER_IBAN,
    columns: { booking_date: 'day', amount: 'sum', remittance: 'what' },
  },
};
const ofAdmins = (method: string, path: string, body?: object) => [
  refuses(403, 'forbidden', 'an owner', ({ owner }) =>
    owner.call(method, path, body ? { body } : {}),
  ),
  refuses(403, 'forbidden', 'an API key', ({ key }) =>
    key.call(method, path, body ? { body } : {}),
  ),
];
const one = (rest = '') => `${UNMATCHED}/${ABSENT.unmatchedMoney}${rest}`;

export const bankStatementScenarios = [
  ...guarded(`POST ${STATEMENTS}`),
  ...scenarios(
    `POST ${STATEMENTS}`,
    succeeds(201, 'camt.053', send(statementWith('order 7'))),
    succeeds(201, 'CSV', send(CSV)),
    refusesEach(400, 'invalid_request', send, {
      'no file': { format: 'camt.053' },
      'what is no camt.053': { format: 'camt.053', content: '<a/>' },
      'a file that asks for another': {
        format: 'camt.053',
        content: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      },
      'CSV without its columns': { format: 'csv', content: CSV.content },
      'CSV with other columns': { ...CSV, content: 'a;b\n1;2\n' },
      'an invalid amount': { ...CSV, content: 'day;sum;what\n20.11.2026;much;rent\n' },
    }),
    ...ofAdmins('POST', STATEMENTS, statementWith('order 7')),
  ),
  ...needsToken(`GET ${STATEMENTS}`),
  ...scenarios(
    `GET ${STATEMENTS}`,
    succeeds(200, 'all', list(STATEMENTS, 'limit=2')),
    refusesEach(400, 'invalid_request', (query: string) => list(STATEMENTS, query), {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.bankStatement}`,
    }),
    ...ofAdmins('GET', STATEMENTS),
  ),
  ...needsToken(`GET ${UNMATCHED}`),
  ...scenarios(
    `GET ${UNMATCHED}`,
    succeeds(200, 'all', list(UNMATCHED, 'limit=2')),
    succeeds(200, 'what waits for somebody', list(UNMATCHED, 'status=open&limit=2')),
    refusesEach(400, 'invalid_request', (query: string) => list(UNMATCHED, query), {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=lost',
      'a cursor without an object': `starting_after=${ABSENT.unmatchedMoney}`,
    }),
    ...ofAdmins('GET', UNMATCHED),
  ),
  ...needsToken(`GET ${UNMATCHED}/{unmatched_money_id}`),
  ...scenarios(
    `GET ${UNMATCHED}/{unmatched_money_id}`,
    succeeds(200, 'what waits for somebody', async ({ admin }) =>
      admin.call('GET', `${UNMATCHED}/${(await newUnmatched(admin)).id}`),
    ),
    ...ofAdmins('GET', one()),
    refuses(404, 'not_found', 'an unknown id', ({ admin }) => admin.call('GET', one())),
  ),
  ...guarded(`POST ${UNMATCHED}/{unmatched_money_id}/assign`),
  ...scenarios(
    `POST ${UNMATCHED}/{unmatched_money_id}/assign`,
    succeeds(200, 'to the payment that it is for', async (world) => {
      const payment_id = await awaited(await newShop());
      return onOne('/assign', { payment_id })(world);
    }),
    succeeds(200, 'to an account', async (world) =>
      onOne('/assign', { account_id: (await newShop()).accountId })(world),
    ),
    refusesEach(400, 'invalid_request', (body: object) => onOne('/assign', body), {
      'to nobody': {},
      'to two': { payment_id: ABSENT.payment, account_id: ABSENT.account },
    }),
    refuses(400, 'currency_mismatch', 'to an account of another currency', async (world) =>
      onOne('/assign', { account_id: world.owner.accountId })(world),
    ),
    ...ofAdmins('POST', one('/assign'), { account_id: ABSENT.account }),
    refuses(404, 'not_found', 'an unknown id', ({ admin }) =>
      admin.call('POST', one('/assign'), { body: { account_id: ABSENT.account } }),
    ),
    refuses(409, 'conflict', 'to a payment that waits for none', async (world) =>
      onOne('/assign', { payment_id: world.objects.paymentId })(world),
    ),
  ),
  ...guarded(`POST ${UNMATCHED}/{unmatched_money_id}/return`),
  ...scenarios(
    `POST ${UNMATCHED}/{unmatched_money_id}/return`,
    succeeds(200, 'by a note', onOne('/return', { note: 'sent back' })),
    refusesEach(400, 'invalid_request', (body: object) => onOne('/return', body), {
      'without a note': {},
      'an empty note': { note: ' ' },
    }),
    ...ofAdmins('POST', one('/return'), { note: 'sent back' }),
    refuses(404, 'not_found', 'an unknown id', ({ admin }) =>
      admin.call('POST', one('/return'), { body: { note: 'sent back' } }),
    ),
    refuses(409, 'conflict', 'a second time', async ({ admin }) => {
      const path = `${UNMATCHED}/${(await newUnmatched(admin)).id}/return`;
      await must(() => admin.call('POST', path, { body: { note: 'sent back' } }));
      return admin.call('POST', path, { body: { note: 'again' } });
    }),
  ),
];

/** For callers that name it by id: administrators. */
export async function unmatchedOfNobody() {
  return newUnmatched(await logInAdmin());
}
