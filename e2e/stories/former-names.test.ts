import { expect, it } from 'vitest';
import { newOwner } from '../contract/people.ts';

const RETURN_URLS = ['https://shop.example/thanks'];

it('takes and shows former names, and says until when to whoever sends one', async () => {
  const { call } = await newOwner();
  const former = { settings: { return_urls: RETURN_URLS } };
  const changed = await call('PATCH', '/v1/account', { body: former });
  expect([changed.status, changed.headers.get('Deprecation')]).toEqual([200, '@1795305600']);
  expect(changed.headers.get('Sunset')).toBe('Tue, 01 Jun 2027 00:00:00 GMT');
  expect(changed.body).toMatchObject({ ...former, return_urls: RETURN_URLS });
  const { body, headers } = await call('GET', '/v1/account');
  expect([body, headers.get('Deprecation')]).toEqual([changed.body, null]);
});

it('tells events by both names', async () => {
  const { call, accountId } = await newOwner();
  const body = { customer_id: accountId, plan: 'basic' };
  const subscribed = (await call('POST', '/v1/subscriptions', { body })).body;
  await expect
    .poll(async () => (await call('GET', '/v1/events?type=subscription.*')).body.data[0])
    .toMatchObject({
      data: {
        object: {
          latest_invoice: subscribed.latest_invoice_id,
          latest_invoice_id: subscribed.latest_invoice_id,
        },
      },
    });
});
