import type { Uuid } from '@florin/contracts';
import type { Endpoint } from './endpoint.ts';
import { patternsOf } from './event-types.ts';

export interface Addressed {
  readonly id: Uuid;
  readonly type: string;
  readonly account_id: Uuid | null;
  readonly aggregate_id: Uuid | null;
}

/** Which endpoints are told of which events, in the order of the events. */
export function fanOut<Event extends Addressed>(
  events: readonly Event[],
  endpoints: readonly Pick<Endpoint, 'id' | 'accountId' | 'eventTypes'>[],
): readonly { readonly event: Event; readonly endpointId: Uuid }[] {
  const byAccount = Map.groupBy(endpoints, ({ accountId }) => accountId);
  return events.flatMap((event) => {
    const patterns = patternsOf(event.type);
    const own = event.account_id === null ? undefined : byAccount.get(event.account_id);
    return (own ?? [])
      .filter(({ eventTypes }) => eventTypes.some((asked) => patterns.includes(asked)))
      .map((endpoint) => ({ event, endpointId: endpoint.id }));
  });
}
