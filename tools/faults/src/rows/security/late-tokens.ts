import { setTimeout as pause } from 'node:timers/promises';
import { newEmail, newPassword, type Request, send } from '@florin/system-kit';
import type { Caller } from '../../clients/people.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun } from '../../row.ts';
import { beginRequest } from './begin-request.ts';

const AT_ONCE = 4;
const TRIES_MAX = 20;

/** A valid token, and the request that revokes it. */
interface Doomed {
  readonly token: string;
  readonly end: Request;
}

const kinds: readonly ((run: LiveRun, owner: Caller) => Promise<Doomed>)[] = [
  endingSession,
  suspendedUser,
  revokedKey,
];

export const lateTokens: LiveRow = {
  id: 'T1',
  fault: 'Sessions are ended, users suspended and API keys revoked at one of 2 gateways',
  holds:
    'Once that is answered, no gateway accepts their tokens, even for a body that began before',
  control: 'a gateway that trusts its cache',
  isAlways: true,
  figures: ['accepted late', 'accepted late with a body begun before'],
  broken: variant({
    app: 'gateway',
    module: () => import('../../../../../apps/gateway/src/tokens/revocations.ts'),
    by: () => import('../../broken/gateway/forgets-revocations.ts'),
  }),
  florin: { replicas: { gateway: 2 } },

  async run(run) {
    const tokens = run.count({ short: 12, full: 1_000, control: 4 }) * kinds.length;
    const { owner } = await run.people.openAccount();
    const late: number[] = [];
    const lateBodies: number[] = [];
    let next = 0;
    let done = 0;
    async function work(): Promise<void> {
      for (let turn = next++; turn < tokens; turn = next++) {
        const outcome = await endOne(run, owner, turn);
        late.push(...outcome.late);
        lateBodies.push(...outcome.lateBodies);
        done += 1;
        run.progress(done, tokens);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return {
      violations: {
        'accepted late': late.filter(wasLetIn).length,
        'accepted late with a body begun before': lateBodies.filter(wasLetIn).length,
      },
      of: `${tokens} tokens, ${late.length + lateBodies.length} late requests, ${
        [...late, ...lateBodies].filter((status) => status === 401).length
      } × 401`,
      details: [],
    };
  },
};

/** Any other answer means that a service handled the request. */
function wasLetIn(status: number): boolean {
  return status !== 401 && status !== 503;
}

/** Uses a token at every gateway, revokes it at one, and uses it at every gateway again. */
async function endOne(run: LiveRun, owner: Caller, turn: number) {
  const urls = run.florin.processes.of('gateway').map(({ url }) => url);
  const make = kinds[turn % kinds.length] ?? endingSession;
  const { token, end } = await make(run, owner);
  const read = { method: 'GET', path: '/v1/account', token };
  // Fills every gateway's cache.
  for (const url of urls) await must(url, read);
  const begun = await Promise.all(urls.map((url) => beginRequest(url, token)));
  await must(urls[turn % urls.length] ?? run.florin.url, end);
  const late = await Promise.all(urls.map(async (url) => (await send(url, read)).status));
  const lateBodies = await Promise.all(begun.map(({ finish }) => finish()));
  return { late, lateBodies };
}

async function must(url: string, request: Request): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { status, body } = await send(url, request);
    if (status < 300) return;
    if (status !== 503 || tries === TRIES_MAX)
      throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`);
    await pause(500);
  }
}

async function newMember({ people }: LiveRun, owner: Caller) {
  const password = newPassword();
  const token = await owner.token();
  // A new email at every try: a refused sign-up may have succeeded all the same.
  const user = await people.must(() => ({
    method: 'POST',
    path: '/v1/users',
    token,
    body: { email: newEmail(), name: 'Ada Lovelace', password },
  }));
  return { id: user.id as string, token: await people.session(user.email, password).token() };
}

async function endingSession(run: LiveRun, owner: Caller): Promise<Doomed> {
  const { token } = await newMember(run, owner);
  return { token, end: { method: 'DELETE', path: '/v1/auth/session', token } };
}

async function suspendedUser(run: LiveRun, owner: Caller): Promise<Doomed> {
  const { id, token } = await newMember(run, owner);
  const body = { status: 'suspended' };
  const end = { method: 'PATCH', path: `/v1/users/${id}`, token: await owner.token(), body };
  return { token, end };
}

async function revokedKey({ people }: LiveRun, owner: Caller): Promise<Doomed> {
  const token = await owner.token();
  const body = { name: 'doomed' };
  const key = await people.must(() => ({ method: 'POST', path: '/v1/api_keys', token, body }));
  return { token: key.secret, end: { method: 'DELETE', path: `/v1/api_keys/${key.id}`, token } };
}
