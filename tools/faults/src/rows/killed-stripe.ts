import { setTimeout as pause } from 'node:timers/promises';
import { parsePublicId, toPublicId } from '@florin/contracts';
import type { Request } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import type { Holder } from '../clients/people.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { hasDied } from './killed-processors.ts';
import { openHolders } from './money.ts';

const refunds = () => import('../../../../apps/processors/src/refunds/saga.ts');
const charges = () => import('../../../../apps/processors/src/charges/operations.ts');
const PATIENCE_MS = 60_000;
/** A broken Florin shows itself by what it has or has not done in this time. */
const CONTROL_PATIENCE_MS = 15_000;
const RETURN_URL = 'https://shop.example/saved';
/** Minor units: an invoice, its refund, and the plan `basic`. */
const PAID = 5_000;
const REFUNDED = 1_000;
const CHARGED = 1_000;

const REFUND_POINTS = [
  ...['after reserve', 'before withdraw', 'after withdraw', 'before refund'],
  ...['after refund', 'before end', 'after end', 'after send'],
];
const CHARGE_POINTS = ['before charge', 'after charge', 'after commit'];

export const killedRefunds: LiveRow = {
  id: 'F63',
  fault:
    'processors is killed (SIGKILL) at each step of a Stripe refund: billing has reserved it, the ledger has withheld it, Stripe has made it, the ledger has recorded it, it is stored',
  holds:
    'Another process resumes: the payer gets the money once, and Stripe, ledger, processors and billing agree',
  control: 'processors sends each order to Stripe under a new idempotency key',
  figures: ['refunded twice', 'not refunded', 'books that differ'],
  broken: variant({
    app: 'processors',
    module: refunds,
    by: () => import('../broken/processors/dies-and-refunds-again.ts'),
  }),
  florin: {
    hasStripe: true,
    variants: [
      variant({
        app: 'processors',
        module: refunds,
        by: () => import('../broken/processors/dies-in-refunds.ts'),
      }),
    ],
  },

  async run(run) {
    const points = run.isControl ? ['after refund'] : REFUND_POINTS;
    const rounds = run.count({ short: 1, full: 5, control: 1 });
    const [holder] = await openHolders(run, 1, 0);
    if (!holder) throw new Error('no account was opened');
    const invoices: string[] = [];
    let deaths = 0;
    for (const point of Array(rounds).fill(points).flat() as string[]) {
      const invoiceId = await payInvoice(run, holder);
      invoices.push(invoiceId);
      await dieOnce(run, point, async () => {
        await succeed(run, async () => ({
          method: 'POST',
          path: `/v1/invoices/${invoiceId}/refund`,
          key: `refund-${invoiceId}`,
          body: { amount: REFUNDED },
          token: await holder.token(),
        }));
      });
      deaths += 1;
      run.progress(deaths, rounds * points.length);
    }
    const readAll = async () => ({
      refunds: await Promise.all(invoices.map((id) => readRefund(run, holder, id))),
      balance: await balanceOf(run, holder),
    });
    const expected = invoices.length * (PAID - REFUNDED);
    const { refunds: found, balance } = await until(
      run,
      readAll,
      (all) => all.balance === expected && all.refunds.every(({ isSound }) => isSound),
    );
    const count = (is: (state: (typeof found)[number]) => boolean) => found.filter(is).length;
    const { violations, details } = await audit(run);
    return {
      violations: {
        ...violations,
        'refunded twice': count(({ atStripe }) => atStripe > REFUNDED),
        'not refunded': count(({ atStripe }) => atStripe < REFUNDED),
        'books that differ': count(({ isSound }) => !isSound) + (balance === expected ? 0 : 1),
      },
      details: [...details, ...found.filter((it) => !it.isSound).map((it) => JSON.stringify(it))],
      of: `${deaths} deaths`,
    };
  },
};

export const killedCharges: LiveRow = {
  id: 'F64',
  fault:
    'processors is killed (SIGKILL) at each step of charging a saved card at Stripe: before the order, once Stripe has taken it, once that is stored',
  holds: 'Another process resumes: taken once, credited once, and the invoice is paid',
  control: 'processors trusts its own tables and never asks Stripe',
  figures: ['taken twice', 'not credited', 'books that differ'],
  broken: variant({
    app: 'processors',
    module: charges,
    by: () => import('../broken/processors/dies-in-charges-and-never-asks.ts'),
  }),
  florin: {
    hasStripe: true,
    variants: [
      variant({
        app: 'processors',
        module: charges,
        by: () => import('../broken/processors/dies-in-charges.ts'),
      }),
    ],
  },

  async run(run) {
    const points = run.isControl ? ['after charge'] : CHARGE_POINTS;
    const rounds = run.count({ short: 2, full: 10, control: 1 });
    const [holder] = await openHolders(run, 1, 0);
    if (!holder) throw new Error('no account was opened');
    const customerId = await saveCard(run, holder);
    const before = takenAtStripe(run);
    let deaths = 0;
    for (const point of Array(rounds).fill(points).flat() as string[]) {
      await dieOnce(run, point, async () => {
        await succeed(run, async () => ({
          method: 'POST',
          path: '/v1/subscriptions',
          key: `subscription-${customerId}-${deaths}`,
          body: { customer_id: customerId, plan: 'basic' },
          token: await holder.token(),
        }));
      });
      deaths += 1;
      run.progress(deaths, rounds * points.length);
    }
    const read = async () => {
      const invoices = await list(run, holder, `/v1/invoices?limit=100`);
      const paid = invoices.filter(({ status }) => status === 'paid').length;
      const payable = invoices.filter(({ status }) => status === 'open').length;
      const taken = takenAtStripe(run) - before;
      const credited = (await balanceOf(run, holder)) / CHARGED;
      // A charge that was never ordered leaves its invoice open, to be paid on its page or retried.
      const isSound = taken === paid && credited === taken && paid + payable === deaths;
      return { paid, payable, taken, credited, isSound };
    };
    const found = await until(run, read, (state) => state.isSound);
    const { violations, details } = await audit(run);
    return {
      violations: {
        ...violations,
        'taken twice': Math.max(0, found.taken - deaths),
        'not credited': Math.max(0, found.taken - found.credited),
        'books that differ': found.isSound ? 0 : 1,
      },
      details: [...details, JSON.stringify(found)],
      of: `${deaths} deaths, ${found.paid} paid`,
    };
  },
};

/** Arms a point, runs an action past it, and waits until another process has taken over. */
async function dieOnce(run: LiveRun, point: string, act: () => Promise<void>): Promise<void> {
  const { processes, sql } = run.florin;
  await sql(`create table if not exists processors.deadly_points (point text primary key)`);
  await sql(`grant select, delete on processors.deadly_points to florin_processors`);
  await sql(`insert into processors.deadly_points values ('${point}')`);
  const living = processes.of('processors');
  // A broken Florin may never answer: its effects are checked afterwards.
  const acting = act().catch((error: unknown) => {
    if (!run.isControl) throw error;
  });
  if (!(await hasDied(living))) throw new Error(`no process died ${point}`);
  await processes.untilUp('processors', 1, living);
  await acting;
}

/** Repeats a request under one key until it is answered: a killed process may restart slowly. */
async function succeed({ people }: LiveRun, request: () => Promise<Request>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await people.must(request);
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** The id of an invoice that its customer has paid at Stripe. */
async function payInvoice(run: LiveRun, holder: Holder): Promise<string> {
  const { florin, people } = run;
  const post = async (path: string, body: object) =>
    people.must(async () => ({ method: 'POST', path, body, token: await holder.token() }));
  const customer = await post('/v1/customers', { email: 'grace@example.com' });
  const lines = [{ description: 'Consulting', unit_amount: PAID }];
  const { id } = await post('/v1/invoices', { customer_id: customer.id, lines });
  const { payment_url } = await post(`/v1/invoices/${id}/send`, {});
  const page = florin.url + new URL(payment_url).pathname;
  const body = new URLSearchParams({ processor: 'stripe' });
  const begun = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  await florin.stripe?.payAt(begun.headers.get('location') ?? '');
  const read = () => get(run, holder, `/v1/invoices/${id}`);
  await until(run, read, ({ status }) => status === 'paid');
  return id;
}

/** The refund of an invoice at Stripe, in processors and in billing. */
async function readRefund(run: LiveRun, holder: Holder, invoiceId: string) {
  const { florin } = run;
  const [charge] = await florin.sql<{ reference: string; payment_id: string }>(
    `select reference, payment_id from processors.charges
      where invoice_id = $1 and status = 'succeeded'`,
    [parsePublicId('invoice', invoiceId)],
  );
  const made = books(run).refunds.filter(
    ({ payment_intent, status }) => payment_intent === charge?.reference && status !== 'failed',
  );
  const paymentId = toPublicId('paymentRequest', charge?.payment_id ?? '');
  const refunds = await list(run, holder, `/v1/refunds?payment_id=${paymentId}`);
  const { amount_refunded: inBilling } = await get(run, holder, `/v1/invoices/${invoiceId}`);
  const sum = (all: readonly { readonly amount: number }[]) =>
    all.reduce((total, { amount }) => total + amount, 0);
  const atStripe = sum(made);
  const inProcessors = sum(refunds.filter(({ status }) => status === 'succeeded'));
  const isSound = [atStripe, inProcessors, inBilling].every((amount) => amount === REFUNDED);
  return { invoiceId, atStripe, inProcessors, inBilling, isSound };
}

/** A customer with a card that was saved at Stripe. */
async function saveCard(run: LiveRun, holder: Holder): Promise<string> {
  const { people, florin } = run;
  const asOwner = async (method: string, path: string, body: object) =>
    people.must(async () => ({ method, path, body, token: await holder.owner.token() }));
  await asOwner('PATCH', '/v1/account', { return_urls: [RETURN_URL] });
  const { id: customer_id } = await asOwner('POST', '/v1/customers', {});
  const { url } = await asOwner('POST', '/v1/payment_methods', {
    ...{ account_id: holder.accountId, customer_id, customer_email: 'grace@example.com' },
    ...{ return_url: RETURN_URL, processor: 'stripe' },
  });
  await florin.stripe?.payAt(url);
  const saved = () => list(run, holder, `/v1/payment_methods?customer_id=${customer_id}`);
  await until(run, saved, (methods) => methods.length === 1);
  return customer_id;
}

function books({ florin }: LiveRun) {
  if (!florin.stripe) throw new Error('this Florin has no Stripe');
  return florin.stripe.standIn.books();
}

/** Number of charges at Stripe. */
function takenAtStripe(run: LiveRun): number {
  return books(run).payments.reduce((sum, { charges }) => sum + charges, 0);
}

/** The balance of an account, without Stripe's fees. */
async function balanceOf(run: LiveRun, holder: Holder): Promise<number> {
  const [taken] = await run.florin.sql<{ fees: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as fees from ledger.fund_movements
      where purpose = 'fee' and account_id = $1`,
    [parsePublicId('account', holder.accountId)],
  );
  const { available, held } = await get(run, holder, '/v1/account/balance');
  return available + held + Number(taken?.fees);
}

async function get(run: LiveRun, holder: Holder, path: string) {
  return run.people.must(async () => ({ method: 'GET', path, token: await holder.token() }));
}

async function list(
  run: LiveRun,
  holder: Holder,
  path: string,
): Promise<readonly { readonly status: string; readonly amount: number }[]> {
  return (await get(run, holder, path)).data;
}

/** Polls the state until it is right or the time is over. */
async function until<State>(
  { isControl }: LiveRun,
  read: () => Promise<State>,
  isDone: (state: State) => boolean,
): Promise<State> {
  const end = performance.now() + (isControl ? CONTROL_PATIENCE_MS : PATIENCE_MS);
  for (;;) {
    const state = await read();
    if (isDone(state) || performance.now() > end) return state;
    await pause(200);
  }
}
