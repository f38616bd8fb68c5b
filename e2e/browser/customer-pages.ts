import { logoOf } from '@florin/testing';
import { baseUrl } from '../api.ts';
import { must, newOwner } from '../contract/people.ts';

/** A customer in this language, with an object for each page. */
export async function openCustomer(language: string, name = 'Ada Lovelace') {
  const shop = await newOwner({
    name: 'Blumenhaus Ada',
    settings: { currency: 'EUR', timezone: 'Europe/Berlin' },
  });
  await must(() =>
    shop.call('PATCH', '/v1/seller_profile', {
      body: {
        legal_name: 'Blumenhaus Ada GmbH',
        address: { line1: 'Marktplatz 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
        tax_ids: [{ value: 'DE136695976' }],
        ...{ email: 'office@blumenhaus.example', phone: '+49 30 123456' },
        ...{ charges_tax: true, color: '#1451a3', logo: logoOf(48), timezone: 'Europe/Berlin' },
        footer: 'Sitz: Berlin',
      },
    }),
  );
  const portal = { plans: ['pro_monthly', 'business_yearly'] };
  await must(() => shop.call('PATCH', '/v1/billing_settings', { body: { portal } }));
  const customer = await must(() =>
    shop.call('POST', '/v1/customers', {
      body: {
        ...{ name, company: 'Engines & Co', email: 'ada@example.com', language },
        address: { line1: 'Weg 1', postal_code: '20095', city: 'Hamburg', country: 'DE' },
      },
    }),
  );
  const subscription = await must(() =>
    shop.call('POST', '/v1/subscriptions', {
      body: { customer_id: customer.id, plan: 'basic', trial_period_days: 14 },
    }),
  );
  const draft = await must(() =>
    shop.call('POST', '/v1/invoices', {
      body: {
        customer_id: customer.id,
        lines: [
          { description: 'Rosen, rot', quantity: 12, unit_amount: 350 },
          { description: 'Vase aus Glas', quantity: 1, unit_amount: 4_900 },
        ],
      },
    }),
  );
  const sent = await must(() => shop.call('POST', `/v1/invoices/${draft.id}/send`, { body: {} }));
  const link = await must(() => shop.call('POST', `/v1/invoices/${draft.id}/public_link`));
  const session = await must(() =>
    shop.call('POST', '/v1/portal_sessions', { body: { customer_id: customer.id } }),
  );
  const here = (url: string) => baseUrl() + new URL(url).pathname;
  const home = here(session.url);
  const plan = `${home}/subscriptions/${subscription.id}`;
  return {
    shop,
    /** Pages by their content. */
    pages: {
      invoice: here(link.url),
      'paying-an-invoice': here(sent.payment_url),
      portal: home,
      'portal-details': `${home}/details?done=tax_id`,
      'portal-plan': plan,
      'portal-preview': `${plan}?plan=pro_monthly`,
      'portal-cancel': `${plan}?cancel=yes`,
    },
  };
}

export type CustomerPage = keyof Awaited<ReturnType<typeof openCustomer>>['pages'];
export const customerPages: readonly CustomerPage[] = [
  ...(['invoice', 'paying-an-invoice', 'portal', 'portal-details'] as const),
  ...(['portal-plan', 'portal-preview', 'portal-cancel'] as const),
];
