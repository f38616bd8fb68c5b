import { type DomainEvent, operationSchema, type Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { WebhooksTables } from './schema.ts';

/** Keeps operations behind all events that are known by now. One that is there stays as it is. */
export async function insertOperations(
  db: Kysely<WebhooksTables>,
  operations: readonly DomainEvent[],
): Promise<void> {
  if (operations.length === 0) return;
  const rows = operations.map(({ id, account_id, created_at, data, request }) => ({
    id,
    account_id,
    ...operationSchema.parse(data.object),
    created_at,
    request,
  }));
  await sql`
    insert into audited_operations
           (id, account_id, sequence, position, operation, status, error, target_id, created_at,
            request)
    select id, account_id,
           case when account_id is not null then
             coalesce((select last_sequence from account_sequences known
                        where known.account_id = asked.account_id), 0) end,
           (select last_position from log_head),
           operation, status, error, target_id, created_at, request
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as asked (id uuid, account_id uuid, operation text, status integer, error text,
                     target_id text, created_at timestamptz, request json)
    on conflict (id) do nothing`.execute(db);
}

/** Where one stands in the audit log. */
export interface OperationPlace {
  readonly accountId: Uuid | null;
  readonly sequence: bigint | null;
  readonly position: bigint;
  readonly number: bigint;
}

export async function findOperation(
  db: Kysely<WebhooksTables>,
  id: Uuid,
): Promise<OperationPlace | undefined> {
  const row = await db
    .selectFrom('audited_operations')
    .select(['account_id', 'sequence', 'position', 'number'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, accountId: row.account_id };
}
