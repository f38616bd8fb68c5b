import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { browse, CARDS, openPage, pay } from '../pay.ts';
import { type Caller, must, newOwner, type Owner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, subscribe, type World } from '../world.ts';

const LIST = '/v1/payment_methods';
const PAGE = '/pay/test_cards/{token}';

const RETURN_URL = 'https://shop.example/saved';

/** An owner whose settings allow return URLs to their shop. */
async function newShop(): Promise<Owner> {
  const owner = await newOwner();
  const body = { return_urls: [RETURN_URL] };
  await must(() => owner.call('PATCH', '/v1/account', { body }));
  return owner;
}

/** Requests a saved payment method from a customer, without a payment. */
function askToSave(caller: Caller, owner: Owner, fields: object = {}) {
  const body = {
    account_id: owner.accountId,
    customer_id: toPublicId('customer', newId()),
    customer_email: 'customer@example.com',
    return_url: RETURN_URL,
    processor: 'test',
    ...fields,
  };
  return caller.call('POST', LIST, { body });
}

const newPage = async () => {
  const owner = await newShop();
  return { owner, url: (await must(() => askToSave(owner, owner))).url };
};
const typeCard = (url: string, card_number: string) =>
  browse(url, { method: 'POST', body: new URLSearchParams({ card_number, expiry: '12/40' }) });

interface SavedMethod {
  readonly id: string;
  readonly customer_id: string;
  /** The paid invoice. */
  readonly invoiceId: string;
  readonly subscriptionId: string;
}

/** The payment method that a customer saved when they paid their first invoice. */
export async function newPaymentMethod(
  owner: Owner,
  card: string = CARDS.good,
): Promise<SavedMethod> {
  const customer = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
  const { id: subscriptionId, latest_invoice_id } = await subscribe(owner, {
    customer_id: customer.id,
  });
  const invoice = await must(() => owner.call('GET', `/v1/invoices/${latest_invoice_id}`));
  await pay(invoice.payment_url, card);
  return eventually(async () => {
    const { data } = await must(() => owner.call('GET', `${LIST}?customer_id=${customer.id}`));
    if (!data[0]) throw new Error('nothing is saved yet');
    const { status } = await must(() => owner.call('GET', `/v1/invoices/${latest_invoice_id}`));
    if (status !== 'paid') throw new Error('billing has not recorded the payment yet');
    return { ...data[0], invoiceId: latest_invoice_id, subscriptionId };
  });
}

/** A method whose first payment the payer disputes. */
export function newDisputedMethod(owner: Owner) {
  return newPaymentMethod(owner, CARDS.disputed).then(({ id }) =>
    eventually(async () => {
      const method = await must(() => owner.call('GET', `${LIST}/${id}`));
      if (!method.disputed) throw new Error('its payment is not disputed yet');
      return method;
    }),
  );
}

const list =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `${LIST}?${query}`);

/** Sends a request for a new method of the owner. */
const onOne =
  (method: string, rest = '', by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) =>
    by(world).call(method, `${LIST}/${(await newPaymentMethod(world.owner)).id}${rest}`);

const denied = (method: string, rest = '') => [
  refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
    narrowKey.call(method, `${LIST}/${ABSENT.paymentMethod}${rest}`),
  ),
  refuses(404, 'not_found', 'no such payment method', ({ owner }) =>
    owner.call(method, `${LIST}/${ABSENT.paymentMethod}${rest}`),
  ),
  refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
    owner.call(method, `${LIST}/card${rest}`),
  ),
  refuses(
    404,
    'not_found',
    'a payment method of another account',
    onOne(method, rest, ({ stranger }) => stranger),
  ),
];
const readOnly = (method: string, rest = '') =>
  refuses(
    403,
    'forbidden',
    'the platform, which only reads',
    onOne(method, rest, ({ platform }) => platform),
  );

const ask = (fields: object) => async () => {
  const owner = await newShop();
  return askToSave(owner, owner, fields);
};
const askBy = (by: (world: World) => Caller) => (world: World) => askToSave(by(world), world.owner);
const UNKNOWN_PAGE = `/pay/test_cards/${'A'.repeat(43)}`;

export const paymentMethodScenarios = [
  ...guarded(`POST ${LIST}`),
  ...scenarios(
    `POST ${LIST}`,
    succeeds(201, 'a customer who is to save a card', ask({})),
    succeeds(201, 'with words of the shop', ask({ consent_text: 'Charge me each week.' })),
    succeeds(201, 'by any processor', ask({ processor: undefined })),
    refusesEach(400, 'invalid_request', ask, {
      'no return_url': { return_url: undefined },
      'a return_url that is not listed': { return_url: 'https://evil.example/' },
      'a customer by another id': { customer_id: 'customer-7' },
      'an email without a domain': { customer_email: 'grace' },
      'an unknown processor': { processor: 'paper' },
      'words that say nothing': { consent_text: ' ' },
    }),
    refuses(
      403,
      'forbidden',
      'an API key without the scope',
      askBy(({ narrowKey }) => narrowKey),
    ),
    refuses(
      403,
      'forbidden',
      'the platform, which only reads',
      askBy(({ platform }) => platform),
    ),
    refuses(404, 'account_not_found', 'no such account', ask({ account_id: ABSENT.account })),
    refuses(
      404,
      'account_not_found',
      'an account of others',
      askBy(({ stranger }) => stranger),
    ),
  ),
  ...scenarios(
    `GET ${PAGE}`,
    succeeds(200, 'a page that asks for a card', async () => openPage((await newPage()).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(UNKNOWN_PAGE)),
  ),
  ...scenarios(
    `POST ${PAGE}`,
    succeeds(303, 'a good card', async () => typeCard((await newPage()).url, CARDS.good)),
    refuses(400, 'invalid_request', 'a card that is declined', async () =>
      typeCard((await newPage()).url, CARDS.declined),
    ),
    refuses(404, 'not_found', 'an unknown link', () => typeCard(UNKNOWN_PAGE, CARDS.good)),
  ),
  ...needsToken(`GET ${LIST}`),
  ...scenarios(
    `GET ${LIST}`,
    succeeds(200, 'the account’s own', list('')),
    succeeds(200, 'every filter', list(`customer_id=${ABSENT.customer}&limit=1`)),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.paymentMethod}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', LIST),
    ),
  ),
  ...needsToken(`GET ${LIST}/{payment_method_id}`),
  ...scenarios(
    `GET ${LIST}/{payment_method_id}`,
    succeeds(
      200,
      'a payment method',
      onOne('GET', '', ({ member }) => member),
    ),
    ...denied('GET'),
  ),
  ...guarded(`POST ${LIST}/{payment_method_id}/default`),
  ...scenarios(
    `POST ${LIST}/{payment_method_id}/default`,
    succeeds(200, 'the only one', onOne('POST', '/default')),
    readOnly('POST', '/default'),
    ...denied('POST', '/default'),
  ),
  ...guarded(`POST ${LIST}/{payment_method_id}/allow`),
  ...scenarios(
    `POST ${LIST}/{payment_method_id}/allow`,
    succeeds(200, 'a disputed one', async ({ owner }) =>
      owner.call('POST', `${LIST}/${(await newDisputedMethod(owner)).id}/allow`),
    ),
    succeeds(200, 'an undisputed one', onOne('POST', '/allow')),
    readOnly('POST', '/allow'),
    ...denied('POST', '/allow'),
  ),
  ...guarded(`DELETE ${LIST}/{payment_method_id}`),
  ...scenarios(
    `DELETE ${LIST}/{payment_method_id}`,
    succeeds(200, 'the only one', onOne('DELETE')),
    readOnly('DELETE'),
    refuses(404, 'not_found', 'one that was removed', async ({ owner }) => {
      const path = `${LIST}/${(await newPaymentMethod(owner)).id}`;
      await must(() => owner.call('DELETE', path));
      return owner.call('DELETE', path);
    }),
    ...denied('DELETE'),
  ),
];
