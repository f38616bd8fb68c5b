import { newId } from '@florin/contracts';
import { fetchService } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();

const HERE = 'https://florin.example.com';

/** A page as a browser loads it, without a token. */
async function open(url: string, form?: Readonly<Record<string, string>>) {
  const path = url.replace(HERE, '');
  const sent = form && { body: new URLSearchParams(form) };
  const { httpPort } = billing();
  const answer = await fetchService('billing', httpPort, form ? 'POST' : 'GET', path, sent);
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    type: answer.headers.get('content-type'),
    policy: answer.headers.get('content-security-policy'),
    text: await answer.text(),
  };
}

async function invoiced() {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  const { body: customer } = await shop.post('/v1/customers', {
    name: 'Ada <b>Lovelace</b>',
    email: 'ada@example.com',
    language: 'de',
  });
  const { body: draft } = await shop.post('/v1/invoices', {
    customer_id: customer.id,
    lines: [{ description: 'Roses <b>', quantity: 2, unit_amount: 999 }],
  });
  const invoice = `/v1/invoices/${draft.id}`;
  return { shop, customer, invoice };
}

describe('the public link of an invoice', () => {
  it('is created once, shows the invoice, leads to its payment, and is revoked', async () => {
    const { shop, invoice } = await invoiced();
    expect((await shop.post(`${invoice}/public_link`)).status).toBe(409);
    await shop.post(`${invoice}/finalize`);
    const { body: link } = await shop.post(`${invoice}/public_link`);
    expect(link.url).toMatch(/^https:\/\/florin\.example\.com\/i\/[\w-]{43}$/);
    expect((await shop.post(`${invoice}/public_link`)).body).toEqual(link);

    const page = await open(link.url);
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('19,98\u00a0€ bezahlen</button>');
    expect(page.text).toContain('Roses &lt;b&gt;');
    expect(page.policy).toContain("form-action 'self'");
    const pdf = await open(`${link.url}/pdf`);
    expect([pdf.status, pdf.type, pdf.text.slice(0, 8)]).toEqual([
      ...[200, 'application/pdf', '%PDF-1.7'],
    ]);
    const { status, location } = await open(link.url, {});
    expect([status, location]).toEqual([303, expect.stringMatching(/^http.*\/pay\//)]);

    await shop.post(`${invoice}/mark_paid`);
    expect((await open(link.url)).text).not.toContain('<button');
    expect((await open(link.url, {})).location).toMatch(/^\.\/[\w-]{43}$/);

    const { status: revoked } = await shop.call('DELETE', `${invoice}/public_link`);
    expect(revoked).toBe(200);
    for (const path of ['', '/pdf']) expect((await open(link.url + path)).status).toBe(404);
    expect((await open(link.url, {})).status).toBe(404);
    const { body: another } = await shop.post(`${invoice}/public_link`);
    expect(another.url).not.toBe(link.url);
  });
});

describe('a portal', () => {
  async function opened({ settings = {}, plan = 'basic' } = {}) {
    world().clock.set('2026-01-01T00:00:00Z');
    const shop = await openShop();
    const { body: customer } = await shop.post('/v1/customers', {
      name: 'Ada',
      email: 'a@b.example',
    });
    await world().peers.saveCard(customer.id, { declines: false });
    const { body: subscription } = await shop.subscribe({ customer_id: customer.id, plan });
    await shop.patch('/v1/billing_settings', { portal: settings });
    const { status, body: session } = await shop.post('/v1/portal_sessions', {
      customer_id: customer.id,
    });
    expect(status).toBe(201);
    const subscriptionPage = `${session.url}/subscriptions/${subscription.id}`;
    const read = async () => (await shop.get(`/v1/subscriptions/${subscription.id}`)).body;
    return { shop, customer, subscription, session, subscriptionPage, read };
  }

  it('shows only the customer’s own objects', async () => {
    const { session, shop } = await opened();
    const page = await open(session.url);
    expect(page.status).toBe(200);
    for (const part of ['Basic', 'every month', 'Renews on', '4242', 'a@b.example'])
      expect(page.text).toContain(part);
    expect(page.text).not.toMatch(/<script|onclick|javascript:/);
    const other = await opened();
    const theirs = other.subscriptionPage.replace(other.session.url, session.url);
    expect((await open(theirs)).status).toBe(404);
    expect((await open(theirs, { action: 'cancel' })).status).toBe(404);
    expect((await other.read()).cancel_at_period_end).toBe(false);
    const [invoice] = (await other.shop.get('/v1/invoices')).body.data;
    for (const path of ['', '/pdf'])
      expect((await open(`${session.url}/invoices/${invoice.id}${path}`)).status).toBe(404);
    const [own] = (await shop.get('/v1/invoices')).body.data;
    const shown = await open(`${session.url}/invoices/${own.id}`);
    expect([shown.status, shown.text.includes('Back to overview')]).toEqual([200, true]);
  });

  it('cancels at the end of the period, and undoes that', async () => {
    const { session, subscriptionPage, read } = await opened();
    const asked = await open(`${subscriptionPage}?cancel=yes`);
    expect(asked.text).toContain('It stays active until February 1, 2026');
    const { location } = await open(subscriptionPage, { action: 'cancel' });
    expect(location).toBe(`../../${session.url.split('/').at(-1)}?done=canceled`);
    expect(await read()).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    expect((await open(session.url)).text).toContain('Ends on February 1, 2026');
    await open(subscriptionPage, { action: 'keep' });
    expect(await read()).toMatchObject({ cancel_at_period_end: false });
  });

  it('shows when a paused subscription ends, and undoes that too', async () => {
    const { shop, session, subscriptionPage, read } = await opened();
    const path = `/v1/subscriptions/${(await read()).id}`;
    await open(subscriptionPage, { action: 'cancel' });
    await shop.post(`${path}/pause`, { resumes_at: '2026-01-20T00:00:00Z' });
    const { cancel_at } = await read();
    const day = new Date(cancel_at).toLocaleDateString('en', {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    expect(cancel_at > '2026-02-01T00:00:00.000Z').toBe(true);
    expect((await open(session.url)).text).toContain(`Ends on ${day}`);
    await open(subscriptionPage, { action: 'keep' });
    expect(await read()).toMatchObject({ cancel_at: null, status: 'paused' });
    const asked = await open(`${subscriptionPage}?cancel=yes`);
    expect(asked.text).toContain(`It stays active until ${day}`);
    await shop.post(`${path}/resume`);
    await shop.post(`${path}/pause`);
    const undated = await open(`${subscriptionPage}?cancel=yes`);
    expect(undated.text).toContain('Ends when the remaining time has run out after the pause');
    await open(subscriptionPage, { action: 'cancel' });
    expect(await read()).toMatchObject({ status: 'paused', cancel_at_period_end: true });
  });

  it('does nothing that its seller does not allow', async () => {
    const settings = { cancel: 'off', details: false };
    const { session, subscriptionPage, read } = await opened({ settings });
    const { location } = await open(subscriptionPage, { action: 'cancel' });
    expect(location).toContain('done=refused');
    expect(await read()).toMatchObject({ cancel_at_period_end: false, status: 'active' });
    expect((await open(subscriptionPage)).text).not.toContain('cancel=yes');
    expect((await open(`${session.url}/details`)).status).toBe(404);
    const saved = await open(`${session.url}/details`, { name: 'Eve' });
    expect(saved.location).toContain('done=refused');
    // No plan is offered, so none can be previewed.
    expect((await open(`${subscriptionPage}?plan=pro_monthly`)).text).not.toContain('name="quote"');
  });

  it('changes the plan at the shown price, once', async () => {
    const { subscription, shop, subscriptionPage, read } = await opened({
      settings: { plans: ['pro_monthly', 'basic_monthly', 'no-such-plan'] },
    });
    const list = await open(subscriptionPage);
    expect(list.text).toContain('value="pro_monthly"');
    expect(list.text).not.toContain('value="basic_monthly"');
    const preview = await open(`${subscriptionPage}?plan=pro_monthly`);
    const [, quote = ''] = /name="quote_id" value="(quo_\w+)"/.exec(preview.text) ?? [];
    expect(preview.text).toMatch(/Due now: \$[\d.]+/);
    const change = { action: 'change', quote_id: quote };
    expect((await open(subscriptionPage, change)).location).toContain('done=changed');
    expect((await open(subscriptionPage, change)).location).toContain('done=changed');
    expect((await read()).plan).toBe('pro_monthly');
    const invoices = (await shop.get(`/v1/invoices?subscription_id=${subscription.id}`)).body.data;
    expect(invoices).toHaveLength(2);
    expect(
      (await open(subscriptionPage, { action: 'change', quote_id: 'quo_1' })).location,
    ).toContain('done=outdated');
  });

  it('changes the plan of a paused subscription, free of charge', async () => {
    const { subscription, shop, subscriptionPage, read } = await opened({
      settings: { plans: ['pro_monthly'] },
    });
    await shop.post(`/v1/subscriptions/${subscription.id}/pause`);
    const banked = (await read()).pause.remaining_seconds;
    const preview = await open(`${subscriptionPage}?plan=pro_monthly`);
    expect(preview.text).toContain('Due now: $0.00');
    const [, quote = ''] = /name="quote_id" value="(quo_\w+)"/.exec(preview.text) ?? [];
    const change = { action: 'change', quote_id: quote };
    expect((await open(subscriptionPage, change)).location).toContain('done=changed');
    expect(await read()).toMatchObject({
      ...{ status: 'paused', plan_id: 'pro_monthly' },
      pause: { remaining_seconds: Math.floor((banked * 1_000) / 2_500) },
    });
  });

  it('saves invoice details, and reports invalid ones', async () => {
    const { session, customer, shop } = await opened();
    const form = {
      name: 'Ada L.',
      company: 'Engines',
      line1: 'Rue 1',
      city: 'Paris',
      country: 'FR',
    };
    const details = `${session.url}/details`;
    expect((await open(details)).text).toContain('value="Ada"');
    expect((await open(details, { ...form, tax_id: 'FR1' })).location).toContain('done=tax_id');
    expect((await open(details, { ...form, country: '' })).location).toContain('done=address');
    expect((await open(details, { ...form, name: 'x\u0007' })).location).toContain('done=refused');
    expect((await open(details, { ...form, tax_id: 'FR83404833048' })).location).toContain('saved');
    const { body } = await shop.get(`/v1/customers/${customer.id}`);
    expect(body).toMatchObject({
      name: 'Ada L.',
      company: 'Engines',
      email: 'a@b.example',
      address: { line1: 'Rue 1', city: 'Paris', country: 'FR' },
      tax_ids: [{ type: 'vat', value: 'FR83404833048' }],
    });
  });

  it('adds and removes payment methods', async () => {
    const { session } = await opened();
    const page = await open(session.url);
    const [, method = ''] = /name="payment_method_id" value="(pm_\w+)"/.exec(page.text) ?? [];
    const methods = `${session.url}/payment_methods`;
    const { location } = await open(methods, { action: 'add' });
    expect(location).toContain(encodeURIComponent(session.url));
    expect(
      (await open(methods, { action: 'remove', payment_method_id: method })).location,
    ).toContain('done=removed');
    expect((await open(session.url)).text).not.toContain('4242');
  });

  it('shows a disputed card, and charges it again once its customer chooses it', async () => {
    const { session } = await opened();
    await world().query('update peers.saved_cards set disputed = true where saves_for = $1', [
      session.customer_id,
    ]);
    const page = await open(session.url);
    expect(page.text).toContain('not charged: a payment with it is disputed');
    expect(page.text).not.toContain('default payment method');
    const [, method = ''] = /name="payment_method_id" value="(pm_\w+)"/.exec(page.text) ?? [];
    const fields = { action: 'default', payment_method_id: method };
    expect((await open(`${session.url}/payment_methods`, fields)).location).toContain(
      'done=default',
    );
    expect((await open(session.url)).text).toContain('default payment method');
  });

  it('closes when it expires, or is ended', async () => {
    const { session, shop } = await opened();
    const { body: second } = await shop.post('/v1/portal_sessions', {
      customer_id: session.customer_id,
      expires_in_hours: 1,
    });
    await world().query('update billing.portal_sessions set expires_at = now() where token = $1', [
      second.url.split('/').at(-1),
    ]);
    expect((await open(second.url)).status).toBe(404);
    const stranger = await openShop();
    const path = `/v1/portal_sessions/${session.id}`;
    expect((await stranger.call('DELETE', path)).status).toBe(404);
    expect((await open(session.url)).status).toBe(200);
    expect((await shop.call('DELETE', path)).body).toMatchObject({ deleted: true });
    expect((await open(session.url)).status).toBe(404);
    expect((await shop.call('DELETE', `/v1/portal_sessions/${newId()}`)).status).toBe(404);
  });
});
