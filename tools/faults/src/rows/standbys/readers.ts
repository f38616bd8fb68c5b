import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, send } from '@florin/system-kit';
import { byTurn, type Caller, type Holder } from '../../clients/people.ts';
import { credit } from '../money.ts';

const HEADER = 'Florin-Consistency';
const REST_MS = 10;
const DETAILS_MAX = 5;

/** Violations that clients saw, and the number of their requests. */
export interface Seen {
  writes: number;
  reads: number;
  stale: number;
  old: number;
  failed: number;
  readonly details: string[];
}

export function nothingSeen(): Seen {
  return { writes: 0, reads: 0, stale: 0, old: 0, failed: 0, details: [] };
}

/** A write to an account, and the time of its acknowledgement. */
export interface Written {
  readonly holder: Holder;
  readonly acknowledged: { readonly id: string; readonly at: number }[];
}

export interface Clients {
  readonly urls: readonly string[];
  readonly seen: Seen;
  readonly isOver: () => boolean;
}

type Ask = (path: string, caller: Caller) => Promise<Answer | undefined>;

/** One request, which must succeed; with the consistency token of the client, if it sends one. */
async function ask(
  { urls, seen }: Clients,
  turn: number,
  caller: Caller,
  request: { readonly method: string; readonly path: string },
  consistency?: string,
): Promise<Answer | undefined> {
  const url = urls[turn % urls.length] ?? '';
  const headers = consistency === undefined ? undefined : { [HEADER]: consistency };
  const token = await caller.token();
  const answer = await send(url, { ...request, token, headers }).catch(() => undefined);
  if (answer && answer.status < 300) return answer;
  // A missing object is checked by the caller.
  if (answer?.status === 404) return answer;
  note(seen, 'failed', `${request.method} ${request.path}: ${answer?.status ?? 'no answer'}`);
  return undefined;
}

function note(seen: Seen, what: 'stale' | 'old' | 'failed', detail: string): void {
  seen[what] += 1;
  if (seen.details.length < DETAILS_MAX) seen.details.push(`${what}: ${detail}`);
}

/**
 * Writes, and reads the write through the other gateway: as the same client with its token, or as
 * another one without a token.
 */
export async function writeAndLook(
  clients: Clients,
  { holder, acknowledged }: Written,
  other: Caller | undefined,
): Promise<void> {
  const { seen, isOver } = clients;
  let consistency = other ? undefined : 'now';
  for (let turn = 0; !isOver(); turn += 1) {
    const key = `standby-${acknowledged.length}`;
    const request = credit(holder.accountId, 1, key, key);
    const written = await ask(clients, turn, holder, request, consistency);
    if (written) {
      acknowledged.push({ id: written.body.id, at: performance.now() });
      seen.writes += 1;
      if (consistency !== undefined) consistency = written.headers.get(HEADER) ?? undefined;
      if (!other && consistency === undefined)
        note(seen, 'failed', 'a write returned no consistency token');
      const look: Ask = async (path, caller) => {
        const answer = await ask(clients, turn + 1, caller, { method: 'GET', path }, consistency);
        if (answer) seen.reads += 1;
        if (consistency !== undefined) consistency = answer?.headers.get(HEADER) ?? consistency;
        return answer;
      };
      await lookFor(seen, look, other ?? holder, written.body.id, {
        accountId: holder.accountId,
        amount: acknowledged.length,
      });
    }
    await pause(REST_MS);
  }
}

async function lookFor(
  seen: Seen,
  look: Ask,
  caller: Caller,
  id: string,
  { accountId, amount }: { readonly accountId: string; readonly amount: number },
): Promise<void> {
  const one = await look(`/v1/transactions/${id}`, caller);
  if (one && one.status !== 200) note(seen, 'stale', `${id} is not there`);
  const list = await look(`/v1/transactions?limit=3&account_id=${accountId}`, caller);
  if (list && !list.body.data.some((listed: { id: string }) => listed.id === id))
    note(seen, 'stale', `${id} is not in the list`);
  const balance = await look(`/v1/accounts/${accountId}/balance`, caller);
  if (balance && balance.body.posted < amount)
    note(seen, 'stale', `${amount} was written and ${balance.body.posted} is there`);
}

/** Reads with an old token: the result may lag up to the bound. */
export async function lookOn(
  clients: Clients,
  { holder, acknowledged }: Written,
  lagMaxMs: number,
): Promise<void> {
  const { accountId } = holder;
  const path = `/v1/transactions?limit=1&account_id=${accountId}`;
  const first = await ask(clients, 0, holder, { method: 'GET', path }, 'now');
  const consistency = first?.headers.get(HEADER) ?? 'now';
  for (let turn = 0; !clients.isOver(); turn += 1) {
    const since = performance.now() - lagMaxMs;
    const due = acknowledged.findLastIndex(({ at }) => at < since);
    const answer = await ask(clients, turn, holder, { method: 'GET', path }, consistency);
    if (answer) clients.seen.reads += 1;
    const shown = answer?.body?.data?.[0]?.id;
    const index = acknowledged.findLastIndex(({ id }) => id === shown);
    // A write may be shown before it is acknowledged.
    const isNewer = shown !== undefined && index < 0;
    if (answer && due > index && !isNewer)
      note(clients.seen, 'old', `number ${index} is shown, ${due} was written before the bound`);
    await pause(REST_MS);
  }
}

/** Sends this many reads by some parallel clients, as fast as possible. */
export async function readOnly(
  urls: readonly string[],
  holders: readonly Holder[],
  count: number,
  consistency: string | undefined,
): Promise<void> {
  const seen = nothingSeen();
  const clients = { urls, seen, isOver: () => false };
  const path = '/v1/transactions?limit=20';
  await Promise.all(
    holders.map(async (_, index) => {
      for (let turn = index; turn < count; turn += holders.length)
        await ask(clients, turn, byTurn(holders, index), { method: 'GET', path }, consistency);
    }),
  );
  if (seen.failed > 0) throw new Error(`reads failed: ${seen.details.join(', ')}`);
}
