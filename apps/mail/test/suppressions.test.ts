import { toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT,
  cardEvent,
  confirmationEvent,
  NOTICES_TOKEN,
  PAID,
  paymentEvent,
  VERIFY,
} from './start-mail.ts';
import { person, useMail } from './use-mail.ts';

const { world, server, mail, restart } = useMail();

const notify = (body: unknown, token = NOTICES_TOKEN) =>
  mail().call('POST', `/mail/notices/${token}`, { body });
const bounce = (email: string, type = 'bounce') => notify({ notices: [{ type, email }] });
const ended = () =>
  eventually(async () => {
    const messages = await world().messages();
    expect(messages.filter(({ status }) => status === 'waiting')).toHaveLength(0);
    return messages.map(({ status, reason }) => reason ?? status).toSorted();
  });
const admin = person('admin');

describe('an address that bounced', () => {
  it('gets no email in any spelling, except to regain access to a login', async () => {
    expect((await bounce('Grace@Example.com')).body).toEqual({ received: 1 });
    await bounce('ada@example.com', 'complaint');
    await world().happen(
      paymentEvent('payment.created'),
      paymentEvent('payment.created', { to: 'barbara@example.com' }),
      confirmationEvent(VERIFY),
    );
    expect(await ended()).toEqual(['sent', 'sent', 'the address is suppressed: bounce']);
  });

  it('publishes one event, and gets email again once an administrator allows it', async () => {
    await bounce('grace@example.com');
    await bounce('grace@example.com', 'complaint');
    const { body } = await mail().call('GET', '/v1/mail_suppressions', { caller: admin });
    expect(body.data).toMatchObject([
      {
        object: 'mail_suppression',
        email: 'grace@example.com',
        reason: 'bounce',
        account_id: null,
      },
    ]);
    const path = `/v1/mail_suppressions/${body.data[0].id}`;
    const owner = person('owner');
    expect((await mail().call('DELETE', path, { caller: owner })).status).toBe(403);
    expect((await mail().call('DELETE', path, { caller: admin })).body.deleted).toBe(true);
    expect((await mail().call('DELETE', path, { caller: admin })).status).toBe(404);
    await world().happen(paymentEvent('payment.created'));
    expect(await ended()).toEqual(['sent']);
    const events = await world().db.selectFrom('outgoing_events').select('type').execute();
    const published = events.map(({ type }) => type).filter((type) => type.startsWith('mail_'));
    expect(published.slice(-2)).toEqual(['mail_suppression.created', 'mail_suppression.removed']);
  });

  it('is accepted only with the token, and only in known formats', async () => {
    expect((await notify({ notices: [] }, 'A'.repeat(26))).status).toBe(404);
    expect((await notify({ hello: 1 })).body.error).toBe('invalid_request');
    expect((await notify('{"notices":')).body.error).toBe('invalid_request');
  });
});

describe('a reader who unsubscribes', () => {
  it('gets only mandatory emails of that account', async () => {
    await world().happen(cardEvent());
    expect(await ended()).toEqual(['sent']);
    const { headers = [] } = server().taken[0]?.mail ?? {};
    const header = (key: string) => headers.find((each) => each.key === key)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, path = ''] =
      /<https:\/\/florin\.example(.*)>/.exec(header('list-unsubscribe') ?? '') ?? [];
    expect((await mail().show(path)).text).toContain('Ada');
    const click = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await mail().call('POST', path, { body: click })).status).toBe(200);

    await world().happen(cardEvent(), paymentEvent('payment.succeeded', { paymentId: PAID }));
    expect(await ended()).toEqual(['sent', 'sent', 'the address is suppressed: unsubscribed']);
    const list = `/v1/mail_suppressions?account_id=${toPublicId('account', ACCOUNT)}`;
    const { body } = await mail().call('GET', list, { caller: admin });
    expect(body.data).toMatchObject([
      { reason: 'unsubscribed', account_id: toPublicId('account', ACCOUNT) },
    ]);
    const owner = person('owner', ACCOUNT);
    expect((await mail().call('GET', list, { caller: owner })).body.error).toBe('forbidden');
  });

  it('has their own link; other links do not exist', async () => {
    expect((await mail().show(`/mail/unsubscribe/${'A'.repeat(43)}`)).status).toBe(404);
  });

  it('gets no link in mandatory emails', async () => {
    await world().happen(paymentEvent('payment.created'));
    await ended();
    const keys = server().taken[0]?.mail.headers.map(({ key }) => key);
    expect(keys).not.toContain('list-unsubscribe');
  });
});

it('an account over its hourly limit waits; emails to its users do not', async () => {
  await world().db.deleteFrom('account_hours').execute();
  await restart({ hourlyMax: 2 });
  const count = async () =>
    (await world().messages()).filter(({ status }) => status === 'sent').length;
  for (let sent = 1; sent <= 2; sent += 1) {
    await world().happen(paymentEvent('payment.created', { to: `grace${sent}@example.com` }));
    await eventually(async () => expect(await count()).toBe(sent));
  }
  await world().happen(paymentEvent('payment.created'), confirmationEvent(VERIFY));
  await eventually(async () => expect(await count()).toBe(3));
  const waiting = (await world().messages()).filter(({ status }) => status === 'waiting');
  expect(waiting.map(({ attempts }) => attempts)).toEqual([0]);
  await world()
    .db.updateTable('account_hours')
    .set({ hour: new Date(0) })
    .execute();
  await eventually(async () => expect(await count()).toBe(4));
});
