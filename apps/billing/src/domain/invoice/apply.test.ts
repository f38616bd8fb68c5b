import { newId, type Uuid } from '@florin/contracts';
import { expect, it } from 'vitest';
import { failed, paid, Story, sent } from '../../../test/stories.ts';
import { applyEvent } from '../subscription/apply.ts';
import { applyToInvoices, invoicesOf, openedBy, type Step } from './apply.ts';
import type { Invoice } from './model.ts';

const AT = '2026-01-01T00:00:00Z';

const untaxed = () => undefined;

/** Steps of a story, starting with one of its events. */
function stepsOf({ events, now }: Story, from: number): readonly Step[] {
  return events.slice(from).map((event, index) => {
    const [first, ...rest] = events.slice(0, from + index + 1);
    if (!first) throw new Error('nothing has happened');
    return { event, after: rest.reduce(applyEvent, applyEvent(undefined, first)), nowMs: now };
  });
}

/** A subscription whose first charge has started, with its draft invoice. */
function begin(sellerId: Uuid) {
  const story = new Story(AT, { sellerId });
  const [draft] = applyToInvoices(stepsOf(story, 0), [], new Map(), untaxed).drafted.values();
  if (!draft) throw new Error('nothing was drafted');
  return { story, draft };
}

/** Results of several subscriptions in one batch, with numbers from 7 for each seller. */
function record(stories: readonly Story[], read: readonly Invoice[]) {
  const steps = stories.flatMap((story) => stepsOf(story, 2));
  const sellers = openedBy(steps, read).map(({ invoice: { id, sellerId } }) => ({ id, sellerId }));
  const numbers = new Map(
    sellers.map(({ id, sellerId }, index) => {
      const before = sellers.slice(0, index).filter((other) => other.sellerId === sellerId);
      const number = 7n + BigInt(before.length);
      return [id, { number, documentNumber: `INV-${number}` }];
    }),
  );
  return { sellers, book: applyToInvoices(steps, read, numbers, untaxed) };
}

it('numbers the invoices of each seller without gaps, whatever the outcome of their charges', () => {
  const [ada, bob] = [newId(), newId()];
  const started = [ada, bob, ada, ada].map(begin);
  const outcomes = [paid, paid, failed, sent()];
  const stories = started.map(({ story }, index) => story.charged(outcomes[index] ?? paid));
  const { sellers, book } = record(
    stories,
    started.map(({ draft }) => draft),
  );
  expect(sellers.map(({ sellerId }) => sellerId)).toEqual([ada, bob, ada, ada]);
  const opened = [...book.changed.values()];
  expect(opened.map(({ documentNumber, status }) => [documentNumber, status])).toEqual([
    ['INV-7', 'paid'],
    ['INV-7', 'paid'],
    ['INV-8', 'open'],
    ['INV-9', 'open'],
  ]);
  expect(opened.map(({ number }) => number)).toEqual([7n, 7n, 8n, 9n]);
  expect(book.published.map(({ change }) => change.type)).toEqual([
    ...['invoice.created', 'invoice.paid'],
    ...['invoice.created', 'invoice.paid'],
    ...['invoice.created', 'invoice.payment_failed'],
    'invoice.created',
  ]);
});

it.each([
  ['paid', paid],
  ['sent', sent()],
])('keeps the number of an invoice when a retry is %s', (_, outcome) => {
  const { story, draft } = begin(newId());
  story.charged(failed);
  const [open] = record([story], [draft]).book.changed.values();
  if (!open) throw new Error('the draft was not opened');
  const before = story.events.length;
  story.at('2026-01-02T00:00:00Z').tick().charged(outcome);
  const steps = stepsOf(story, before);
  expect(openedBy(steps, [open])).toEqual([]);
  const book = applyToInvoices(steps, [open], new Map(), untaxed);
  expect(book.changed.get(open.id)?.number).toBe(open.number);
});

it('names the invoices that must be read', () => {
  const { story } = begin(newId());
  const steps = stepsOf(story.charged(paid), 2);
  const { latestInvoiceId } = story.state;
  expect(steps.flatMap(invoicesOf)).toEqual([latestInvoiceId]);
  expect(() => applyToInvoices(steps, [], new Map(), untaxed)).toThrow(
    `there is no invoice ${latestInvoiceId}`,
  );
});
