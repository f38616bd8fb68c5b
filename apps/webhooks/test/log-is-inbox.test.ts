import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { eventOf } from './producers.ts';
import { useWebhooks } from './use-webhooks.ts';

const { database, publish, emit } = useWebhooks();

const logged = (ids: readonly string[]) =>
  database().query<{ id: string; received_at: Date | null }>(
    `select id, received_at from webhooks.events where id = any($1::uuid[])
      union all select id, null from webhooks.audited_operations where id = any($1::uuid[])`,
    [ids],
  );
const untilLogged = (...ids: readonly string[]) =>
  eventually(async () => expect(await logged(ids)).toHaveLength(ids.length));

function operationOf() {
  const object = { operation: 'POST /v1/transactions', status: 402, error: 'x', target_id: null };
  return eventOf(null, newId(), 1, { type: 'operation.answered', data: { object } });
}

it('detects duplicates by the log and by audited operations, without an inbox', async () => {
  const account = newId();
  const [first, second] = [eventOf(account, newId(), 1), eventOf(account, newId(), 1)];
  const operation = operationOf();
  await emit(first, operation);
  await untilLogged(first.id, operation.id);
  await publish(JSON.stringify(first));
  await emit(second);
  await untilLogged(first.id, second.id);
  const [row] = await logged([first.id]);
  expect(Date.now() - (row?.received_at?.getTime() ?? 0)).toBeLessThan(60_000);
  for (const table of ['inbox', 'dead_letters'])
    expect(await database().query(`select from webhooks.${table}`)).toEqual([]);
});

it('keeps the previous version from treating known events as new', async () => {
  const event = eventOf(newId(), newId(), 1);
  const [operation, unknown] = [operationOf(), newId()];
  await emit(event, operation);
  await untilLogged(event.id, operation.id);
  const taken = await database().query(
    `insert into webhooks.inbox (consumer, event_id)
     select 'webhooks', id from unnest($1::uuid[]) id order by id
         on conflict do nothing returning event_id`,
    [[event.id, operation.id, unknown]],
  );
  expect(taken).toEqual([{ event_id: unknown }]);
});
