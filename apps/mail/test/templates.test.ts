import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { ACCOUNT, PAID, paymentEvent } from './start-mail.ts';
import { person, useMail } from './use-mail.ts';

const { world, server, mail } = useMail();

const owner = person('owner', ACCOUNT);
const change = (kind: string, body: object, caller = owner) =>
  mail().call('PATCH', `/v1/mail_templates/${kind}`, { caller, body });
const preview = (kind: string, body: object) =>
  mail().call('POST', `/v1/mail_templates/${kind}/preview`, { caller: owner, body });
const list = async (query: string, caller = owner) =>
  (await mail().call('GET', `/v1/mail_templates?${query}`, { caller })).body.data;

it('uses the text of a seller, in its language', async () => {
  const words = {
    subject: 'Danke, {amount} sind da',
    body: 'Hallo von {account}!\n\nWir <b>packen</b> schon.',
  };
  expect((await change('receipt', { language: 'de', ...words })).body).toMatchObject({
    ...words,
    changed: true,
    names: ['account', 'amount', 'reference'],
  });
  await world().happen(paymentEvent('payment.succeeded', { paymentId: PAID }));
  await eventually(async () => expect(server().taken).toHaveLength(1));
  const [taken] = server().taken;
  expect(taken?.mail.subject).toMatch(/^Danke, .*129.* sind da$/);
  expect(taken?.mail.text).toContain('Hallo von Ada!\n\nWir <b>packen</b> schon.');
  expect(taken?.mail.html).toContain('Wir &lt;b&gt;packen&lt;/b&gt; schon.');
  expect(taken?.mail.html).toMatch(/<img src="https:\/\/florin\.example\/logos\/A" alt="Ada"/);
  expect((await list('kind=receipt')).map(({ changed }: { changed: boolean }) => changed)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

it('uses the default text again once a seller removes theirs', async () => {
  await change('refund', { language: 'en', subject: 'Money back', body: 'Here it is.' });
  const kept = await change('refund', { language: 'en', body: null });
  expect(kept.body).toMatchObject({ subject: 'Money back', changed: true });
  const { body } = await change('refund', { language: 'en', subject: null });
  expect(body).toMatchObject({
    subject: '{account} has refunded {amount}',
    body: expect.stringContaining('It may take a few days'),
    changed: false,
  });
});

it('previews an email without storing it', async () => {
  const words = { language: 'en', subject: '{invoice} <&>', body: 'Pay by {due_date}.' };
  const { status, body } = await preview('invoice', words);
  expect([status, body.subject]).toEqual([200, 'INV-2026-00042 <&>']);
  expect(body.text).toContain('Pay by December 1, 2026.');
  expect(body.html).toContain('https://florin.example/example');
  expect((await list('kind=invoice&language=en'))[0].changed).toBe(false);
});

it.each([
  [
    'invoice',
    { language: 'en', subject: 'Hello {password}' },
    400,
    /subject: has an unknown name \{password\}/,
  ],
  ['invoice', { language: 'en', subject: 'a\nBcc: eve@example.com' }, 400, /subject/],
  ['invoice', { language: 'en', body: 'x'.repeat(2_001) }, 400, /body/],
  ['invoice', { language: 'en', body: 'a\u202eb' }, 400, /body/],
  ['invoice', { language: 'tlh', body: 'x' }, 400, /language/],
  ['password_reset', { language: 'en', body: 'x' }, 404, /customers get no such mail/],
])('%s refuses %j', async (kind, body, status, message) => {
  for (const answer of [await change(kind, body), await preview(kind, body)]) {
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toMatch(message);
  }
});

it('can be changed by owners and admins, and read by all roles', async () => {
  const words = { language: 'en', subject: 'Hi' };
  const statuses = await Promise.all(
    (['member', 'support', 'developer', 'account_admin'] as const).map(
      async (role) => (await change('receipt', words, person(role, ACCOUNT))).status,
    ),
  );
  expect(statuses).toEqual([403, 403, 403, 200]);
  expect(await list('kind=receipt&language=en', person('support', ACCOUNT))).toMatchObject([
    { subject: 'Hi' },
  ]);
  expect(await list('kind=receipt&language=en', person('owner', newId()))).toMatchObject([
    { changed: false },
  ]);
});
