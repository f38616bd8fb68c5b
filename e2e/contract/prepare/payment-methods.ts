import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { CARDS, pay } from '../pay.ts';
import { type Caller, must, newOwner, type Owner } from '../people.ts';
import { by, refuses } from '../scenario.ts';
import { ABSENT, subscribe, type World } from '../world.ts';

const LIST = '/v1/payment_methods';
const RETURN_URL = 'https://shop.example/saved';

/** An owner whose settings allow return URLs to their shop. */
export async function newShop(): Promise<Owner> {
  const owner = await newOwner();
  const body = { return_urls: [RETURN_URL] };
  await must(() => owner.call('PATCH', '/v1/account', { body }));
  return owner;
}

/** Requests a saved payment method from a customer, without a payment. */
export function askToSave(caller: Caller, owner: Owner, fields: object = {}) {
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

export const newPage = async () => {
  const owner = await newShop();
  return { owner, url: (await must(() => askToSave(owner, owner))).url };
};

export interface SavedMethod {
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

/** Sends a request for a new method of the owner. */
export const onOne =
  (method: string, rest = '', by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) =>
    by(world).call(method, `${LIST}/${(await newPaymentMethod(world.owner)).id}${rest}`);

export const denied = (method: string, rest = '') => [
  refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
    narrowKey.call(method, `${LIST}/${ABSENT.paymentMethod}${rest}`),
  ),
  refuses(404, 'not_found', 'no such payment method', ({ owner }) =>
    owner.call(method, `${LIST}/${ABSENT.paymentMethod}${rest}`),
  ),
  refuses(404, 'not_found', 'a malformed id', by('owner', method, `${LIST}/card${rest}`)),
  refuses(
    404,
    'not_found',
    'a payment method of another account',
    onOne(method, rest, ({ stranger }) => stranger),
  ),
];

export const readOnly = (method: string, rest = '') =>
  refuses(
    403,
    'forbidden',
    'the platform, which only reads',
    onOne(method, rest, ({ platform }) => platform),
  );
