import type { Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import type { MrrHistory, MrrPoint } from '../../domain/accounting/mrr.ts';
import type { Service, Span } from '../../domain/accounting/recognition.ts';
import { applyEvent } from '../../domain/subscription/apply.ts';
import type { SubscriptionEvent } from '../../domain/subscription/events.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import { mrrOf, pausedMrrOf } from '../../domain/subscription/recurring.ts';
import { fromJsonText } from '../../json-text.ts';
import type { BillingTables } from '../../schema.ts';
import type { Wanted } from './rows.ts';

/** A subscription as reports need it: its MRR over time, and its service periods. */
export interface ServedSubscription extends MrrHistory {
  readonly id: Uuid;
  readonly service: Service;
}

/** Subscriptions whose histories are in memory at once. */
const AT_ONCE = 50;

/** Events that change the service or its price. */
const TYPES: readonly SubscriptionEvent['type'][] = [
  ...(['created', 'charge_succeeded', 'attempt_failed', 'plan_changed'] as const),
  ...(['paused', 'resumed', 'ended'] as const),
];

/** All subscriptions of a seller, with their histories up to an instant. */
export async function* readServed(
  db: Kysely<BillingTables>,
  { accountId, until, keepOn }: Pick<Wanted, 'accountId' | 'until' | 'keepOn'>,
): AsyncGenerator<ServedSubscription> {
  let place: Uuid | null = null;
  do {
    const rows = await readPage(db, accountId, until, place);
    await keepOn();
    const subscriptions = Map.groupBy(rows, ({ id }) => id);
    for (const [id, histories] of subscriptions)
      yield { id, ...replay(histories.flatMap(({ body }) => (body === null ? [] : [body]))) };
    place = subscriptions.size < AT_ONCE ? null : ([...subscriptions.keys()].at(-1) ?? null);
  } while (place !== null);
}

async function readPage(
  db: Kysely<BillingTables>,
  sellerId: Uuid,
  until: number,
  place: Uuid | null,
): Promise<readonly { readonly id: Uuid; readonly body: string | null }[]> {
  const { rows } = await inBackground(db, (tx) =>
    sql<{ id: Uuid; body: string | null }>`
      select sold.id, history.body
        from (select id from subscriptions
               where seller_id = ${sellerId} and ${place === null ? sql`true` : sql`id > ${place}`}
               order by id limit ${AT_ONCE}) as sold
        left join subscription_history history
          on history.subscription_id = sold.id and history.type = any(${TYPES}::text[])
             and history.happened_at < ${new Date(until)}
       order by sold.id, history.sequence`.execute(tx),
  );
  return rows;
}

function replay(bodies: readonly string[]): Omit<ServedSubscription, 'id'> {
  let subscription: Subscription | undefined;
  const points: MrrPoint[] = [];
  const pauses: Span[] = [];
  for (const body of bodies) {
    const event = fromJsonText<SubscriptionEvent>(body);
    const before = subscription;
    subscription = applyEvent(before, event);
    points.push({ at: event.at, mrr: mrrOf(subscription), paused: pausedMrrOf(subscription) });
    const { pause } = subscription;
    if (pause && !before?.pause)
      pauses.push({ startAt: pause.pausedAt, endAt: Number.POSITIVE_INFINITY });
    const last = pauses.at(-1);
    if (!pause && before?.pause && last) pauses.splice(-1, 1, { ...last, endAt: event.at });
  }
  return {
    holderId: subscription?.payerAccountId ?? subscription?.customerId ?? '',
    points,
    service: { pauses, endedAt: subscription?.endedAt ?? Number.POSITIVE_INFINITY },
  };
}
