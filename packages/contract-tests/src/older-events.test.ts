import { type EventType, eventCatalogue, type PublicEvent, toPresentData } from '@florin/contracts';
import { expect, it } from 'vitest';
import { listEventExamples } from './event-examples.ts';

const shownOf = ({ type, text }: { type: string; text: string }) =>
  toPresentData({ type, data: (JSON.parse(text) as PublicEvent).data, livemode: false });

it.each(listEventExamples())("converts $type of $release to today's members", (example) => {
  const { object } = shownOf(example);
  expect(eventCatalogue[example.type as EventType].parse(object)).toEqual(object);
});

it('names changed members as today', () => {
  const data = { object: { id: 'sub_1' }, previous: { test_clock: null, status: 'active' } };
  const { previous } = toPresentData({ type: 'subscription.updated', data, livemode: false });
  expect(previous).toEqual({ test_clock: null, test_clock_id: null, status: 'active' });
});

it('leaves unknown members alone', () => {
  const data = { object: { id: 'x_1', test_clock: 'clk_1' } };
  expect(toPresentData({ type: 'thing.changed', data, livemode: false })).toBe(data);
});
