import { newEmail, newPassword } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import { call } from '../api.ts';
import { codeOf } from '../authenticator.ts';
import { browse, CARDS, FORM } from '../contract/pay.ts';
import { must, newOwner, newUser, type Person } from '../contract/people.ts';
import { enrolled } from '../contract/prepare/factors.ts';
import { endingTrial } from '../contract/prepare/mail.ts';
import { findLink, findMail } from '../mailbox.ts';
import { openCustomer } from './customer-pages.ts';
import { openShop, states } from './shop.ts';
import type { Autofill } from './submit-form.ts';

/** The shop to which pages return. */
const SHOP_URL = 'https://shop.example/saved';

/** A page in some state, and the texts that its visitor types. */
export interface Visit {
  readonly url: string;
  readonly autofill?: Autofill;
  /** Always sends its first form, since the tested form comes after it. */
  readonly goesThrough?: boolean;
}

const loginOf = ({ email, password }: Pick<Person, 'email' | 'password'>): Autofill => ({
  username: email,
  'current-password': password,
});
const choosing = (): Autofill => ({ 'new-password': newPassword() });
const CARD: Autofill = {
  'cc-number': CARDS.good,
  'cc-exp': FORM.expiry,
  'cc-csc': FORM.cvc,
  'cc-name': FORM.name,
};
const paying = async (url: string | Promise<string>): Promise<Visit> => ({
  url: await url,
  autofill: CARD,
});
const post = (url: string, form: Readonly<Record<string, string>>) =>
  browse(url, { method: 'POST', body: new URLSearchParams(form) });

async function invite(email: string): Promise<string> {
  const owner = await newOwner();
  await must(() => owner.call('POST', '/v1/invitations', { body: { email, role: 'developer' } }));
  return (await findLink(email, /invited/)).url;
}

type OpenedPortal = Awaited<ReturnType<typeof openCustomer>>;
let opened: Promise<OpenedPortal> | undefined;

/** One customer for all visits to a portal, which happen in order. */
async function portal() {
  opened ??= openCustomer('en');
  const { shop, pages } = await opened;
  const [subscription] = (await must(() => shop.call('GET', '/v1/subscriptions'))).data;
  const [invoice] = (await must(() => shop.call('GET', '/v1/invoices'))).data;
  return { shop, pages, subscription, invoice };
}

/** A shop whose customer may save a card, and the test processor's page for it. */
async function savingCard(shop: Pick<Person, 'call'>, accountId: string, customerId: string) {
  await must(() => shop.call('PATCH', '/v1/account', { body: { return_urls: [SHOP_URL] } }));
  const body = {
    ...{ account_id: accountId, customer_id: customerId, customer_email: 'ada@example.com' },
    ...{ return_url: SHOP_URL, processor: 'test' },
  };
  const { url } = await must(() => shop.call('POST', '/v1/payment_methods', { body }));
  return String(url);
}

/** A portal with two cards, one of which can become the default. */
async function portalWithCards(): Promise<Visit> {
  const { shop, pages, subscription } = await portal();
  const { customer_id: id } = subscription;
  for (const count of [1, 2]) {
    const card = { card_number: CARDS.good, expiry: FORM.expiry };
    await post(await savingCard(shop, shop.accountId, id), card);
    await eventually(async () => {
      const { data } = await must(() => shop.call('GET', `/v1/payment_methods?customer_id=${id}`));
      if (data.length < count) throw new Error('the card is not saved yet');
    });
  }
  return { url: pages.portal, autofill: CARD };
}

/**
 * Visits to pages for people, named by the state of their form. The pages themselves list their
 * forms.
 */
export const visits: Readonly<Record<string, () => Promise<Visit>>> = {
  login: async () => ({ url: '/auth/login', autofill: loginOf(await newUser()) }),
  'login on the way to the console': async () => ({
    url: '/auth/login?return_to=/console',
    autofill: loginOf(await newOwner()),
  }),
  'login with a second factor': async () => {
    const { person, secret } = await enrolled();
    // The current code was used to enroll.
    const code = { 'one-time-code': codeOf(secret, 1) };
    return { url: '/auth/login', autofill: { ...loginOf(person), ...code }, goesThrough: true };
  },
  'forgotten password': async () => ({
    url: '/auth/reset',
    autofill: { username: (await newUser()).email },
  }),
  'new password': async () => {
    const { email } = await newUser();
    await must(() => call('POST', '/v1/auth/password_reset', { body: { email } }));
    return { url: (await findLink(email, /new password/)).url, autofill: choosing() };
  },
  'invitation of someone new': async () => ({
    url: await invite(newEmail()),
    autofill: choosing(),
  }),
  'invitation of someone with a login': async () => {
    const guest = await newOwner();
    return { url: await invite(guest.email), autofill: loginOf(guest) };
  },
  'confirmation of an email': async () => ({
    url: (await findLink((await newUser()).email, /^Welcome/)).url,
  }),
  payment: async () => paying(states.pending(await openShop('Ada'))),
  'payment by each processor': async () =>
    paying(openShop('Ada', { currency: 'EUR' }).then(states.pending)),
  'first payment of a subscription': async () => paying(states.saving(await openShop('Ada'))),
  'payment begun at a processor': async () => {
    const url = await states.pending(await openShop('Ada', { currency: 'EUR' }));
    await post(url, { processor: 'stripe' });
    return paying(url);
  },
  invoice: async () => ({ url: (await portal()).pages.invoice, autofill: CARD }),
  'card of the test processor': async () => {
    const owner = await newOwner();
    const customer = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
    return paying(savingCard(owner, owner.accountId, customer.id));
  },
  portal: portalWithCards,
  'details in the portal': async () => ({ url: (await portal()).pages['portal-details'] }),
  'invoice in the portal': async () => {
    const { pages, invoice } = await portal();
    return { url: `${pages.portal}/invoices/${invoice.id}`, autofill: CARD };
  },
  'plan in the portal': async () => ({ url: (await portal()).pages['portal-plan'] }),
  'cancellation in the portal': async () => ({ url: (await portal()).pages['portal-cancel'] }),
  'canceled subscription in the portal': async () => {
    const { shop, pages, subscription } = await portal();
    // The previous visit has canceled it, unless this one runs alone.
    const path = `/v1/subscriptions/${subscription.id}/cancel`;
    await shop.call('POST', path, { body: { at_period_end: true } });
    return { url: pages['portal-plan'] };
  },
  'unsubscribing from mails': async () => ({ url: await endingTrial(await newOwner()) }),
  'received mails': async () => ({ url: '/dev/mail' }),
  'a received mail': async () => ({ url: await findMail((await newUser()).email) }),
};
