import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '@florin/system-kit';
import {
  type Client,
  type ClientRequest,
  newEmail,
  newPassword,
  openClients,
} from '@florin/system-kit';
import type { LiveRun } from '../row.ts';
import { credit } from './money.ts';
import type { Traffic } from './traffic.ts';

/** Pays several months of any starter plan. */
const OPENING = 100_000;

/**
 * Clients open accounts, fund and subscribe them, cancel, and close every other one: all
 * multi-service work. Each request is repeated with its key until it is answered.
 */
export async function startLives(run: LiveRun, clientCount: number): Promise<Traffic> {
  const clients = await openClients(run.florin.url, run.folder, clientCount, 'life');
  const state = { written: 0, isOver: false };
  const living = clients.map(async (client, number) => {
    for (let turn = 0; !state.isOver; turn += 1) {
      await live(
        run,
        client,
        `${run.isControl ? 'control' : 'sound'}-life-${number}-${turn}`,
        turn,
      );
      state.written += 1;
    }
  });
  for (const each of living) each.catch(() => undefined);
  return {
    async untilWritten(lives) {
      const enough = state.written + lives;
      while (state.written < enough) await Promise.race([pause(20), ...living]);
    },
    async end() {
      state.isOver = true;
      await Promise.all(living);
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

async function live(
  { people, isControl }: LiveRun,
  client: Client,
  name: string,
  turn: number,
): Promise<void> {
  const admin = people.firstAdmin;
  const must = async (
    request: ClientRequest,
    caller = admin,
    statuses = [200, 201],
  ): Promise<Answer> => {
    const answer = await client.send(caller, request);
    if (answer && (isControl || statuses.includes(answer.status))) return answer;
    throw new Error(
      `${request.method} ${request.path} answered ${answer?.status} ${JSON.stringify(answer?.body)}`,
    );
  };
  const post = (path: string, step: string, body: object): ClientRequest => ({
    method: 'POST',
    path,
    key: `${name}-${step}`,
    body,
  });

  const [email, password] = [newEmail(), newPassword()];
  const opened = await must(
    post('/v1/accounts', 'open', { email, name, type: 'business', password }),
  );
  const accountId = opened.body.id;
  await must(credit(accountId, OPENING, `${name}-credit`, `${name}-credit`));
  const trial = turn % 3 === 0 ? { trial_period_days: 14 } : {};
  const subscribed = await must(
    post('/v1/subscriptions', 'subscribe', { customer_id: accountId, plan: 'basic', ...trial }),
  );
  await must(post(`/v1/subscriptions/${subscribed.body.id}/cancel`, 'cancel', {}));
  if (turn % 2 === 0) return;
  // After a lost answer, the repeated request finds its token revoked.
  const closing = { method: 'DELETE', path: '/v1/account', key: `${name}-close` };
  await must(closing, people.session(email, password), [200, 401]);
}
