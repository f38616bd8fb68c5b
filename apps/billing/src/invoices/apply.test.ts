import { newId, type Uuid } from '@florin/contracts';
import { expect, it } from 'vitest';
import { failed, paid, Story, sent } from '../../test/stories.ts';
import { applyEvent } from '../subscriptions/apply.ts';
import { applyToInvoices, countNumbers, invoicesOf, type Step } from './apply.ts';
import type { Invoice } from './model.ts';

const AT = '2026-01-01T00:00:00Z';

/** The steps of a story from one of its events on. */
function stepsOf({ events, now }: Story, from: number): readonly Step[] {
  return events.slice(from).map((event, index) => {
    const [first, ...rest] = events.slice(0, from + index + 1);
    if (!first) throw new Error('nothing has happened');
    return { event, after: rest.reduce(applyEvent, applyEvent(undefined, first)), nowMs: now };
  });
}

/** A subscription whose first charge has started, and the draft of that. */
function begin(sellerId: Uuid) {
  const story = new Story(AT, { sellerId });
  const [draft] = applyToInvoices(stepsOf(story, 0), [], new Map()).drafted.values();
  if (!draft) throw new Error('nothing was drafted');
  return { story, draft };
}

/** What became of several subscriptions in one batch, with numbers from 7 on for each seller. */
function record(stories: readonly Story[], read: readonly Invoice[]) {
  const steps = stories.flatMap((story) => stepsOf(story, 2));
  const counts = countNumbers(steps, read);
  const first = new Map([...counts.keys()].map((seller) => [seller, 7n]));
  return { counts, book: applyToInvoices(steps, read, first) };
}

it('numbers the invoices of each seller without a gap, whatever became of their charges', () => {
  const [ada, bob] = [newId(), newId()];
  const started = [ada, bob, ada, ada].map(begin);
  const outcomes = [paid, paid, failed, sent()];
  const stories = started.map(({ story }, index) => story.charged(outcomes[index] ?? paid));
  const { counts, book } = record(
    stories,
    started.map(({ draft }) => draft),
  );
  expect(counts).toEqual(
    new Map([
      [ada, 3],
      [bob, 1],
    ]),
  );
  expect([...book.changed.values()].map(({ number, status }) => [number, status])).toEqual([
    [7n, 'paid'],
    [7n, 'paid'],
    [8n, 'open'],
    [9n, 'open'],
  ]);
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
])('leaves an invoice the number that it has when a retry is %s', (_, outcome) => {
  const { story, draft } = begin(newId());
  story.charged(failed);
  const [open] = record([story], [draft]).book.changed.values();
  if (!open) throw new Error('the draft was not opened');
  const before = story.events.length;
  story.at('2026-01-02T00:00:00Z').tick().charged(outcome);
  const steps = stepsOf(story, before);
  expect(countNumbers(steps, [open])).toEqual(new Map());
  const book = applyToInvoices(steps, [open], new Map());
  expect(book.changed.get(open.id)?.number).toBe(open.number);
});

it('names the invoices that it has to know', () => {
  const { story } = begin(newId());
  const steps = stepsOf(story.charged(paid), 2);
  const { latestInvoiceId } = story.state;
  expect(steps.flatMap(invoicesOf)).toEqual([latestInvoiceId]);
  expect(() => applyToInvoices(steps, [], new Map())).toThrow(
    `there is no invoice ${latestInvoiceId}`,
  );
});
