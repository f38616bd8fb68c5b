import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailWorld, type MailWorld, paymentEvent, startMail } from './start-mail.ts';

let world: MailWorld;
beforeAll(async () => {
  world = await createMailWorld();
});
afterAll(() => world.stop());

it('stores email instead of sending it', async () => {
  const mail = await startMail(world);
  try {
    expect((await mail.show('/dev/mail')).text).toContain('No emails yet');
    await world.happen(paymentEvent('payment.created', { reference: '<b>7</b>' }));
    const list = await eventually(async () => {
      const { text } = await mail.show('/dev/mail');
      expect(text).toContain('grace@example.com');
      return text;
    });
    const [path = ''] = /\/dev\/mail\/[0-9a-f-]+/.exec(list) ?? [];
    const shown = await mail.show(path);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('sandbox=');
    expect(shown.headers.get('content-security-policy')).toContain(
      'img-src data: https://florin.example;',
    );
    expect(shown.text).not.toContain('<b>7</b>');
    expect((await mail.show('/dev/mail/x')).status).toBe(404);
    expect((await mail.show('/dev/mail/01970000-0000-7000-8000-000000000001')).status).toBe(404);
  } finally {
    await mail.stop();
  }
});

it('has neither page nor server outside of development mode, and logs it', async () => {
  const mail = await startMail(world, {});
  try {
    expect((await mail.show('/dev/mail')).status).toBe(404);
    expect(mail.logged().map(({ msg }) => msg)).toContain(
      'no mail is sent, because SMTP_URL names no server',
    );
  } finally {
    await mail.stop();
  }
});
