import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '@florin/system-kit';
import { type Client, type ClientRequest, openClients } from '@florin/system-kit';
import { byTurn, type Caller, type Holder } from '../clients/people.ts';
import type { AuditedRun } from '../row.ts';
import { cancellation, capture, creation, openHolders } from './money.ts';

const ACCOUNTS = 8;
const OPENING = 100_000;

const KINDS = [
  { type: 'credit' },
  { type: 'payment' },
  { type: 'payment', capture: 'manual' },
  { type: 'payment', capture: 'manual' },
  { type: 'refund' },
];

export interface TrafficOptions {
  readonly clients: number;
  /** Accounts that are written to; the list may change meanwhile. */
  readonly holders: readonly Holder[];
  /** The writers, if not each account itself. */
  readonly callers?: readonly Caller[];
  /** Separates its keys and references from other traffic of the same run. */
  readonly name?: string;
  /** Accounts may be closed. */
  readonly mayBeGone?: boolean;
  /** Pause between two writes of a client; none by default. */
  readonly restMs?: number;
}

export interface Traffic {
  /** Waits until this many more writes were answered. */
  untilWritten(writes: number): Promise<void>;
  /** Stops it and waits for requests in flight. */
  end(): Promise<void>;
}

/** The traffic of 16 clients on 8 accounts. */
export async function startUsualTraffic(run: AuditedRun): Promise<Traffic> {
  return startTraffic(run, { clients: 16, holders: await openHolders(run, ACCOUNTS, OPENING) });
}

/**
 * Clients record credits, payments and refunds, capture and cancel; each write has a key and is
 * repeated until it is answered.
 */
export async function startTraffic(run: AuditedRun, options: TrafficOptions): Promise<Traffic> {
  const clients = await openClients(run.florin.url, run.folder, options.clients);
  const state = { written: 0, isOver: false };
  const writing = clients.map((client, index) => write(run, client, index, options, state));
  // `end` reports a failure; until then it must not end the process.
  for (const each of writing) each.catch(() => undefined);
  return {
    async untilWritten(writes) {
      const enough = state.written + writes;
      while (state.written < enough) await Promise.race([pause(20), ...writing]);
    },
    async end() {
      state.isOver = true;
      await Promise.all(writing);
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

async function write(
  { random, isControl }: AuditedRun,
  client: Client,
  number: number,
  {
    holders,
    callers,
    mayBeGone = false,
    restMs = 0,
    name = isControl ? 'control' : 'sound',
  }: TrafficOptions,
  state: { written: number; readonly isOver: boolean },
): Promise<void> {
  const pending: { id: string; holder: Holder }[] = [];
  const send = async (holder: Holder, request: ClientRequest) => {
    const answer = await client.send(callers ? byTurn(callers, number) : holder, request);
    // Writes lost by a broken ledger are missing.
    if (!mayBeGone && !isControl) expectEffect(answer);
    return answer;
  };
  for (let turn = 0; !state.isOver; turn += 1) {
    const key = `${name}-${number}-${turn}`;
    const held = random.below(3) === 0 ? pending.shift() : undefined;
    if (held) {
      const end = random.pick([cancellation, capture]);
      await send(held.holder, end(held.id, key));
    } else {
      const holder = random.pick(holders);
      const { accountId: account_id } = holder;
      const amount = 1 + random.below(50);
      const request = creation({ account_id, amount, reference: key, ...random.pick(KINDS) }, key);
      const answer = await send(holder, request);
      if (answer?.body?.capture === 'manual') pending.push({ id: answer.body.id, holder });
    }
    state.written += 1;
    await pause(restMs);
  }
}

/** Traffic that is refused as invalid would test nothing. */
function expectEffect(answer: Answer | undefined): void {
  const status = answer?.status ?? 503;
  if ([400, 401, 403, 404].includes(status))
    throw new Error(`a client was answered ${status} ${JSON.stringify(answer?.body)}`);
}
