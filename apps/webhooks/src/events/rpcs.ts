import { type CustomerDataOf, isLive, toPublicId, type Uuid } from '@florin/contracts';
import { type CustomerDataRequest, dataPageOf, toDataReply, unknownKind } from '@florin/grpc';
import { type Kysely, sql } from 'kysely';
import type { DeliveryStatus } from '../domain/delivery.ts';
import type { WebhooksTables } from '../schema.ts';

type Db = Kysely<WebhooksTables>;

const DELIVERIES_MAX = 20;

interface EventRow {
  readonly id: Uuid;
  readonly type: string;
  readonly created_at: Date;
}

interface DeliveryRow {
  readonly id: Uuid;
  readonly endpoint_id: Uuid;
  readonly event_id: Uuid;
  readonly status: DeliveryStatus;
  readonly created_at: Date;
}

/** LogService: events of a customer, by reference. */
export function logRpcs({ db }: { readonly db: Db }) {
  return {
    async ListCustomerData(request: CustomerDataRequest) {
      const { kind } = request;
      if (kind !== 'events') throw unknownKind(kind);
      const { after, limit } = dataPageOf(request);
      const rows = await listEventsOf(db, request, after, limit + 1);
      const deliveries = await listDeliveriesOf(
        db,
        rows.map(({ id }) => id),
      );
      return toDataReply(
        rows,
        limit,
        (row): CustomerDataOf<'events'> => ({
          id: toPublicId('event', row.id),
          object: 'event',
          livemode: isLive(request.accountId),
          type: row.type,
          deliveries: deliveries
            .filter(({ event_id }) => event_id === row.id)
            .map((each) => toDelivery(each, request.accountId)),
          created_at: row.created_at.toISOString(),
        }),
      );
    },
  };
}

async function listEventsOf(
  db: Db,
  { accountId, customerId }: CustomerDataRequest,
  after: Uuid | undefined,
  rowsMax: number,
): Promise<readonly EventRow[]> {
  // Positions follow the order of storage, and the index of objects contains them.
  const isOlder =
    after === undefined
      ? sql`true`
      : sql`position < (select position from events where id = ${after})`;
  const { rows } = await sql<EventRow>`
    select id, type, created_at from events
     where aggregate_id = ${customerId} and account_id = ${accountId} and ${isOlder}
     order by position desc limit ${rowsMax}`.execute(db);
  return rows;
}

async function listDeliveriesOf(
  db: Db,
  eventIds: readonly Uuid[],
): Promise<readonly DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select newest.* from unnest(${eventIds}::uuid[]) as asked (id)
      cross join lateral (
        select id, endpoint_id, event_id, status, created_at from deliveries
         where event_id = asked.id order by id desc limit ${DELIVERIES_MAX}) as newest
     order by newest.id desc`.execute(db);
  return rows;
}

function toDelivery(
  row: DeliveryRow,
  accountId: Uuid,
): CustomerDataOf<'events'>['deliveries'][number] {
  return {
    id: toPublicId('webhookDelivery', row.id),
    object: 'webhook_delivery',
    livemode: isLive(accountId),
    webhook_endpoint_id: toPublicId('webhookEndpoint', row.endpoint_id),
    status: row.status,
    created_at: row.created_at.toISOString(),
  };
}
