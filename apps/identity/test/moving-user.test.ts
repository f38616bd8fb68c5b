import { newId } from '@florin/contracts';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { newUser } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { logIn, refresh } from './steps.ts';

const { identity, database } = useIdentity();

/** Moves a user while `work` waits for the lock of the account that they leave. */
async function movingDuring<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  const [from, to] = [newId(), newId()];
  const move = `update users set account_id = $1, role = 'member' where id = $2`;
  const mover = new Client({ connectionString: database().url });
  await mover.connect();
  await mover.query(`insert into accounts values ($1, 'open'), ($2, 'open')`, [from, to]);
  await mover.query(move, [from, userId]);
  await mover.query('begin');
  await mover.query('select from accounts where id = $1 for update', [from]);
  const working = work();
  const waiting = 'select from pg_locks where not granted';
  await expect.poll(() => database().query(waiting)).not.toEqual([]);
  await mover.query(move, [to, userId]);
  await mover.query('commit');
  await mover.end();
  return working;
}

it('a user moved to another account during a login or refresh completes it', async () => {
  const { email, userId } = await newUser(identity());
  const login = await movingDuring(userId, () => logIn(identity(), email));
  expect(login.status).toBe(200);
  const again = await movingDuring(userId, () => refresh(identity(), login.body.refresh_token));
  expect(again.status).toBe(200);
});
