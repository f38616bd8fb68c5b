import type { Item } from '@florin/client';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { inWords, isAmountName } from '../core/format.ts';
import { pathTo } from '../core/routing.ts';
import { texts } from '../texts/index.ts';
import { Problem, RequestId } from './problem.tsx';
import { Instant, Value } from './value.tsx';

type Event = Item<'/v1/events'>;

/** Everything that has happened to an object, the newest first: what changed, and by which request. */
export function Timeline({ id }: { readonly id: string }) {
  const load = () => florin.get('/v1/events', { query: { object_id: id, limit: 50 } });
  const { value, error } = useData(`event/of/${id}`, load);
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{texts().timeline}</h2>
      {error !== undefined && <Problem error={error} />}
      {value?.data.length === 0 && <p class="empty">{texts().timelineEmpty}</p>}
      <ol class="timeline">
        {value?.data.map((event) => (
          <Moment key={event.id} event={event} />
        ))}
      </ol>
    </section>
  );
}

function Moment({ event }: { readonly event: Event }) {
  const { previous = {}, object } = event.data as {
    readonly previous?: Readonly<Record<string, unknown>>;
    readonly object: Readonly<Record<string, unknown>>;
  };
  const currency = typeof object.currency === 'string' ? object.currency : undefined;
  const changes = Object.entries(previous).filter(
    ([name, before]) => name !== 'updated_at' && !(isNested(before) || isNested(object[name])),
  );
  return (
    <li>
      <a href={pathTo('events', event.id)}>{inWords(event.type)}</a>{' '}
      <Instant value={event.created_at} />
      {changes.length > 0 && (
        <ul class="changes">
          {changes.map(([name, before]) => {
            const of = isAmountName(name) ? currency : undefined;
            return (
              <li key={name}>
                {inWords(name)}: <Value name={name} value={before} currency={of} /> →{' '}
                <Value name={name} value={object[name]} currency={of} />
              </li>
            );
          })}
        </ul>
      )}
      <RequestId id={event.request.id} />
    </li>
  );
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
