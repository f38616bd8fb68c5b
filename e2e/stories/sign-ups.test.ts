import { newEmail } from '@florin/system-kit';
import { expect, it } from 'vitest';
import { call } from '../api.ts';
import { logInAs, newOwner } from '../contract/people.ts';

const SIGN_UPS = 30;
const READERS = 4;

it('thirty parallel sign-ups get accounts or a queue position, while other requests are served', async () => {
  const owner = await newOwner();
  let isOver = false;
  const seen: number[] = [];
  const again = async (ask: () => Promise<number>) => {
    while (!isOver) seen.push(await ask());
  };
  const read = async () => (await owner.call('GET', '/v1/account')).status;
  const comeBack = async () => {
    const { email, password } = owner;
    return (await call('POST', '/v1/auth/login', { body: { email, password } })).status;
  };
  const others = [...Array.from({ length: READERS }, () => again(read)), again(comeBack)];
  const answers = await Promise.all(
    Array.from({ length: SIGN_UPS }, async () => {
      const request = {
        email: newEmail(),
        name: 'Ada',
        type: 'individual',
        password: 'battery horse',
      };
      return { request, ...(await call('POST', '/v1/accounts', { body: request })) };
    }),
  );
  isOver = true;
  await Promise.all(others);

  expect(new Set(seen)).toEqual(new Set([200]));
  const opened = answers.filter(({ status }) => status === 201);
  const delayed = answers.filter(({ status }) => status === 429);
  expect(opened.length + delayed.length).toBe(SIGN_UPS);
  expect(opened.length).toBeGreaterThan(0);
  for (const { body, headers } of delayed) {
    expect(body).toMatchObject({ error: 'rate_limited', message: expect.stringContaining('wait') });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // Each account exists once, whatever its sign-up answered.
  for (const { request, status } of answers) {
    const repeated = await call('POST', '/v1/accounts', { body: request });
    expect([repeated.status, repeated.body.error]).toEqual(
      status === 201 ? [409, 'email_exists'] : [201, undefined],
    );
  }
  await logInAs(answers[0]?.request.email ?? '', 'battery horse');
});
