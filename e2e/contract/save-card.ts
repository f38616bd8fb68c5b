import { eventually } from '@florin/testing';
import { browse, CARDS } from './pay.ts';
import { must, type Owner } from './people.ts';

/** The page of the shop that customers return to. */
export const RETURN_URL = 'https://shop.example/saved';

/** A customer saves a card on the test processor's page; the first card becomes the default. */
export async function saveCard(
  owner: Pick<Owner, 'call' | 'accountId'>,
  customer_id: string,
  card: string = CARDS.good,
): Promise<void> {
  const settings = { return_urls: [RETURN_URL] };
  await must(() => owner.call('PATCH', '/v1/account', { body: settings }));
  const asked = { account_id: owner.accountId, customer_id, customer_email: 'ada@example.com' };
  const body = { ...asked, processor: 'test', return_url: RETURN_URL };
  const page = await must(() => owner.call('POST', '/v1/payment_methods', { body }));
  const form = new URLSearchParams({ card_number: card, expiry: '12/40' });
  await browse(page.url, { method: 'POST', body: form });
  await eventually(async () => {
    const path = `/v1/payment_methods?customer_id=${customer_id}`;
    const { data } = await must(() => owner.call('GET', path));
    if (data.length === 0) throw new Error('the card is not saved yet');
  });
}
