import { toPublicId } from '@florin/contracts';
import { freePort } from '@florin/local-servers';
import { eventually, keysText, startProgram } from '@florin/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startMailServer } from './mail-server.ts';
import {
  ABSENT,
  CLOSED,
  cardEvent,
  confirmationEvent,
  createMailWorld,
  disputeEvent,
  failedRefundEvent,
  INVOICE,
  invoiceEvent,
  keyEvent,
  type MailWorld,
  PAID,
  paymentEvent,
  RESET,
  refundEvent,
  smtpAt,
  startMail,
  subscriptionEvent,
  VERIFY,
} from './start-mail.ts';

let world: MailWorld;
let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  world = await createMailWorld();
});
afterAll(() => world.stop());

interface Running {
  readonly httpPort?: number;
  readonly logged?: () => readonly { readonly msg: string }[];
  stop(): Promise<void>;
}
const running: Running[] = [];
const errorsOf = (process: Running | undefined) => process?.logged?.().map(({ msg }) => msg);
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await world.db.deleteFrom('messages').execute();
  await world.db.deleteFrom('suppressions').execute();
  await world.db.deleteFrom('account_hours').execute();
});

async function showMetrics(): Promise<string> {
  const [{ httpPort } = {}] = running;
  return (await fetch(`http://127.0.0.1:${httpPort}/metrics`)).text();
}

/** An external mail server, and processes that send through it. */
async function start(processes = 1, port?: number) {
  server = await startMailServer(port);
  running.push(server);
  for (let number = 0; number < processes; number += 1)
    running.unshift(await startMail(world, smtpAt(server.port)));
}

const statuses = async () => (await world.messages()).map(({ status }) => status);
const ended = () =>
  eventually(async () => {
    const messages = await world.messages();
    const waiting = messages.filter(({ status }) => status === 'waiting');
    expect(waiting.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([]);
    return messages.map(({ status }) => status);
  });

it('requests a payment in the name and language of the account', async () => {
  await start();
  await world.happen(paymentEvent('payment.created', { reference: 'order 7' }));
  expect(await ended()).toEqual(['sent']);
  const [{ to, mail } = { to: '', mail: undefined }] = server.taken;
  expect(to).toBe('grace@example.com');
  expect(mail?.from).toEqual({ name: 'Ada', address: 'billing@florin.example' });
  expect(mail?.subject).toMatch(
    /^Ada bittet um Zahlung von 129\.00\s€$|^Ada bittet um Zahlung von/,
  );
  expect(mail?.text).toContain('order 7');
  expect(mail?.html).toContain('order 7');
  expect(mail?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

it('sends one email per event, even if redelivered to two processes at once', async () => {
  await start(2);
  const events = Array.from({ length: 60 }, (_, index) =>
    paymentEvent('payment.created', { to: `grace${index}@example.com` }),
  );
  await world.happen(...events);
  await Promise.all([world.happen(...events), world.happen(...events.toReversed())]);
  expect(await ended()).toHaveLength(60);
  expect(new Set(server.taken.map(({ to }) => to)).size).toBe(60);
  expect(server.taken).toHaveLength(60);
});

it('sends receipts and refunds, and drops obsolete requests', async () => {
  await start();
  await world.happen(
    paymentEvent('payment.succeeded', { paymentId: PAID }),
    refundEvent(),
    // Paid, canceled, or the account was closed before the request was sent.
    paymentEvent('payment.created', { paymentId: PAID }),
    paymentEvent('payment.canceled'),
    paymentEvent('payment.created', { accountId: CLOSED, paymentId: ABSENT }),
  );
  expect((await ended()).toSorted()).toEqual(['dropped', 'dropped', 'sent', 'sent']);
  const subjects = server.taken.map(({ mail }) => mail.subject ?? '');
  expect(subjects.toSorted()).toEqual([
    expect.stringContaining('hat'),
    expect.stringContaining('Beleg'),
  ]);
});

it('informs the account of disputes and failed refunds, with a link to the console', async () => {
  await start();
  await world.happen(
    disputeEvent('dispute.created'),
    disputeEvent('dispute.created', { status: 'under_review', evidence_due_at: null }),
    disputeEvent('dispute.created', { status: 'won', evidence_due_at: null }),
    disputeEvent('dispute.lost', { status: 'lost', evidence_due_at: null }),
    failedRefundEvent(),
  );
  expect(await ended()).toEqual(['sent', 'sent', 'sent', 'sent']);
  const texts = server.taken.map(({ to, mail }) => {
    expect(to).toBe('ada@example.com');
    expect(mail.from?.name).toBe('Florin');
    return mail.text ?? '';
  });
  const [opened = ''] = texts.filter((text) => text.includes('7. Februar 2026'));
  expect(opened).toContain('Grund: Ware nicht erhalten.');
  expect(opened).toContain('49.00');
  expect(opened).toContain('/console/disputes/dp_1');
  expect(texts.filter((text) => text.includes('nimmt zurzeit keine Belege an'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('zugunsten des Kunden entschieden'))).toHaveLength(1);
  const [refund = ''] = texts.filter((text) => text.includes('Erstattung öffnen'));
  expect(refund).toContain('/console/refunds/re_1');
});

it('notifies the account of its keys, in the name of the platform', async () => {
  await start();
  await world.happen(keyEvent('api_key.created'), keyEvent('api_key.rotated'));
  expect(await ended()).toEqual(['sent', 'sent']);
  for (const { to, mail } of server.taken) {
    expect(to).toBe('ada@example.com');
    expect(mail.from?.name).toBe('Florin');
    expect(mail.text).toContain('back end (sk_test_Ab12…)');
  }
});

it('does not resend an email whose result was seen but not stored', async () => {
  await start();
  server.be('thinks');
  await world.happen(paymentEvent('payment.created'));
  await eventually(async () => expect(server.taken).toHaveLength(1));
  await world.ask('alter table mail.messages rename to away');
  server.answer();
  server.be('takes');
  await eventually(async () => expect(errorsOf(running[0])).toContain('sending a mail failed'));
  await world.ask('alter table mail.away rename to messages');
  expect(await ended()).toEqual(['sent']);
  expect(server.taken).toHaveLength(1);
});

it('delays the payment request of an invoice that a saved card may pay', async () => {
  await start();
  const metadata = { invoice_id: toPublicId('invoice', INVOICE) };
  await world.happen(paymentEvent('payment.created', { metadata }));
  const [message] = await world.messages();
  expect(message?.due_at.getTime()).toBeGreaterThan(Date.now() + 20_000);
  await world.untilDue();
  expect(await ended()).toEqual(['sent']);
});

it('waits for an unreachable server, and loses nothing', async () => {
  const port = await freePort();
  running.push(await startMail(world, smtpAt(port)));
  await world.happen(paymentEvent('payment.created'), paymentEvent('payment.created'));
  await eventually(async () => {
    for (const { reason } of await world.messages()) expect(reason).toContain('ECONNREFUSED');
  });
  await start(0, port);
  await world.untilDue();
  expect(await ended()).toEqual(['sent', 'sent']);
  expect(server.taken).toHaveLength(2);
});

it('retries temporary rejections, and gives up permanent ones', async () => {
  await start();
  server.be('has no room');
  await world.happen(
    paymentEvent('payment.created', { to: 'unknown@example.com' }),
    paymentEvent('payment.created'),
  );
  await eventually(async () => {
    for (const { reason } of await world.messages())
      expect(reason).toMatch(/unknown mailbox|later/);
  });
  expect((await statuses()).toSorted()).toEqual(['failed', 'waiting']);
  const metrics = await showMetrics();
  expect(metrics).toContain('\nflorin_mail_attempts_total{outcome="refused"} 1\n');
  expect(metrics).toMatch(/^florin_mail_attempts_total\{outcome="again"\} [1-9]/m);
  expect(metrics).toContain('\nflorin_mail_waiting 1\n');
  expect(metrics).toMatch(/^florin_mail_oldest_seconds 0*[1-9.]/m);
  server.be('takes');
  await world.untilDue();
  await ended();
  expect(server.taken.map(({ to }) => to)).toEqual(['grace@example.com']);
});

it('resends what a server may have accepted before it died, under the same Message-ID', async () => {
  await start();
  server.be('dies');
  await world.happen(paymentEvent('payment.created'));
  await eventually(async () => expect((await world.messages())[0]?.reason).not.toBeNull());
  server.be('takes');
  await world.untilDue();
  expect(await ended()).toEqual(['sent']);
  const names = server.taken.map(({ mail }) => mail.messageId);
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(1);
});

it('sends once through a slow server, with any number of processes', async () => {
  await start(2);
  server.be('dawdles');
  await world.happen(
    ...Array.from({ length: 30 }, (_, index) =>
      paymentEvent('payment.created', { to: `grace${index}@example.com` }),
    ),
  );
  await eventually(async () => expect(await statuses()).toEqual(Array(30).fill('sent')));
  expect(server.taken).toHaveLength(30);
});

it('waits for attempts in progress when it stops', async () => {
  await start();
  server.be('thinks');
  await world.happen(paymentEvent('payment.created'));
  await eventually(async () => expect(server.taken).toHaveLength(1));
  const [mail] = running.splice(0, 1);
  const stopping = mail?.stop();
  server.answer();
  await stopping;
  expect(await statuses()).toEqual(['sent']);
});

it('resends the attempts of a killed process', async () => {
  await start(0);
  server.be('thinks');
  const { url, peers } = world;
  const killed = await startProgram(new URL('../src/main.ts', import.meta.url), [], {
    ...{
      MAIL_HTTP_PORT: '0',
      MAIL_GRPC_PORT: '0',
      MAIL_DATABASE_URL: url,
      NATS_URL: world.natsUrl,
    },
    ...{
      MAIL_ACCEPT_KEYS: keysText('gateway'),
      MAIL_CALL_KEYS: keysText('identity', 'accounts', 'ledger', 'billing'),
    },
    IDENTITY_GRPC_ADDRESSES: peers.address,
    BILLING_GRPC_ADDRESSES: peers.address,
    ...{ ACCOUNTS_GRPC_ADDRESSES: peers.address, LEDGER_GRPC_ADDRESSES: peers.address },
    ...{ SMTP_URL: smtpAt(server.port).url, MAIL_FROM: 'billing@florin.example' },
  });
  await world.happen(paymentEvent('payment.created'));
  await eventually(async () => expect(server.taken).toHaveLength(1));
  await killed.kill();
  server.be('takes');
  expect(await statuses()).toEqual(['waiting']);
  running.unshift(await startMail(world, smtpAt(server.port)));
  await world.untilDue();
  expect(await ended()).toEqual(['sent']);
  const names = server.taken.map(({ mail }) => mail.messageId);
  expect(names).toEqual([names[0], names[0]]);
});

it('keeps foreign text out of the headers', async () => {
  await start();
  const reference = 'x\r\nBcc: eve@example.com\r\n\r\n<script>';
  await world.happen(paymentEvent('payment.created', { reference }));
  expect(await ended()).toEqual(['sent']);
  const [taken] = server.taken;
  expect(taken?.mail.bcc).toBeUndefined();
  expect(server.taken).toHaveLength(1);
  expect(taken?.mail.html).not.toContain('<script>');
});

it('sends to exactly one address, whatever it contains', async () => {
  await start();
  await world.happen(
    paymentEvent('payment.created', { to: 'a@example.com, eve@example.com' }),
    paymentEvent('payment.created', { to: 'a@example.com>\r\nRCPT TO:<eve@example.com' }),
  );
  await eventually(async () => {
    for (const { attempts } of await world.messages()) expect(attempts).toBeGreaterThan(0);
    for (const { status, reason } of await world.messages())
      expect(status !== 'waiting' || reason !== null).toBe(true);
  });
  expect(server.taken.filter(({ to }) => to === 'eve@example.com')).toEqual([]);
});

it('sends users confirmations in the language of their request', async () => {
  await start();
  await world.happen(
    confirmationEvent(VERIFY),
    confirmationEvent(RESET),
    confirmationEvent(ABSENT),
  );
  expect((await ended()).toSorted()).toEqual(['dropped', 'sent', 'sent']);
  const subjects = server.taken.map(({ mail }) => mail.subject ?? '');
  expect(subjects.toSorted()).toEqual([
    'Choose a new password for Florin',
    'Welcome to Florin: confirm your email address',
  ]);
  for (const { to, mail } of server.taken) {
    expect(to).toBe('ada@example.com');
    expect(mail.from?.name).toBe('Florin');
  }
});

it('notifies customers about their purchases, with the PDF of the invoice', async () => {
  await start();
  await world.happen(
    invoiceEvent('invoice.sent'),
    invoiceEvent('invoice.payment_failed'),
    invoiceEvent('invoice.reminder_due'),
    invoiceEvent('invoice.sent', '01970000-0000-7000-8000-000000000062'),
    subscriptionEvent('subscription.trial_will_end'),
    subscriptionEvent('subscription.updated', { plan: 'basic_monthly' }),
    subscriptionEvent('subscription.updated', { updated_at: 'earlier' }),
    subscriptionEvent(
      'subscription.updated',
      { cancel_at: null },
      { cancel_at: '2026-03-31T22:00:00.000Z' },
    ),
    subscriptionEvent('subscription.canceled'),
    cardEvent(),
  );
  const all = await ended();
  expect(all.toSorted()).toEqual(['dropped', ...Array(8).fill('sent')]);
  for (const { to } of server.taken) expect(to).toBe('grace@example.com');
  const files = server.taken.filter(({ mail }) => mail.attachments.length > 0);
  expect(files).toHaveLength(3);
  const trial = server.taken.find(({ mail }) => mail.text?.includes('7. Februar 2026'));
  expect(trial?.mail.text).toContain('pro_monthly');
  const ending = server.taken.find(({ mail }) => /läuft aus/.test(mail.subject ?? ''));
  expect(ending?.mail.text).toMatch(/endet am (31. März|1. April) 2026/);
  expect(trial?.mail.text).toMatch(/30\.00|30,00/);
});
