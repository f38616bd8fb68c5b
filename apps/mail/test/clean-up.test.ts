import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { createMailWorld, startMail } from './start-mail.ts';

it('deletes final emails after the configured days, and none that waits', async () => {
  const world = await createMailWorld();
  const insert = (subject: string, ended: number | null) =>
    world.db
      .insertInto('messages')
      .values({
        ...{ id: newId(), cause_id: newId(), kind: 'invoice', account_id: newId() },
        ...{ receiver: subject, values: '{}', status: ended === null ? 'waiting' : 'sent' },
        ended_at: ended === null ? null : new Date(Date.now() - ended * 86_400_000),
        due_at: new Date(Date.now() + 86_400_000),
      })
      .execute();
  await insert('sent 32 days ago', 32);
  await insert('sent 30 days ago', 30);
  await insert('waiting', null);
  const mail = await startMail(world, undefined, { keptDays: 31 });
  await eventually(async () => {
    const left = await world.db
      .selectFrom('messages')
      .select('receiver')
      .orderBy('receiver')
      .execute();
    expect(left.map(({ receiver }) => receiver)).toEqual(['sent 30 days ago', 'waiting']);
  });
  await mail.stop();
  await world.stop();
});
