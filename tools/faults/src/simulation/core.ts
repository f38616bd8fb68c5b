import { AppError, newId, parsePublicId, type Uuid } from '@florin/contracts';
import { openBalance } from '@florin/ledger/src/domain/balance.ts';
import type { IdSources } from '@florin/ledger/src/domain/batch/batch.ts';
import type { AnyCommand, CommandRequest, Verdict } from '@florin/ledger/src/domain/batch/model.ts';
import type { decideBatch } from '@florin/ledger/src/domain/commands/decide.ts';
import { currency } from '@florin/ledger/test/builders.ts';
import { createWorld, runInWorld, type World } from '@florin/ledger/test/world.ts';
import type { Ask } from './ask.ts';
import { ACCOUNTS, type Step } from './story.ts';

export type Decide = typeof decideBatch;

/** The pure core of the ledger, on tables in memory. */
export interface Core {
  readonly world: World;
  run(requests: readonly CommandRequest[], now: number): readonly Verdict[];
}

const accountIds: readonly Uuid[] = Array.from(
  { length: ACCOUNTS },
  (_, number) => `01900000-0000-7000-8000-00000000000${number + 1}`,
);
const UNKNOWN = newId();

export function makeCore(decide: Decide): Core {
  const usd = currency('USD');
  const world = createWorld(accountIds.slice(0, -1).map((id) => openBalance(id, usd)));
  const sources = countingSources();
  return { world, run: (requests, now) => runInWorld(world, requests, now, sources, decide) };
}

export function accountOf(core: Core, number: number) {
  return core.world.balances.get(accountIds[number] ?? UNKNOWN);
}

/** Converts a step to a command; `ids` are the transactions' ids by number. */
export function toRequest(step: Step, ask: Ask, ids: readonly Uuid[]): CommandRequest {
  const { key } = step;
  return {
    accountId: accountIds[step.account] ?? UNKNOWN,
    command: toCommand(ask, (number) => ids[number] ?? UNKNOWN),
    idempotencyKey: key
      ? { route: ask.do, key: key.name, requestHash: key.content, sentHash: null }
      : undefined,
    cause: { requestId: null, idempotencyKey: key?.name ?? null },
  };
}

function toCommand(ask: Ask, idOf: (number: number) => Uuid): AnyCommand {
  switch (ask.do) {
    case 'close':
      return { kind: 'close' };
    case 'charge':
      return {
        kind: 'charge',
        amount: BigInt(ask.amount),
        currency: ask.currency,
        reference: '',
        key: ask.key,
      };
    case 'capture': {
      const amount = ask.amount === null ? null : BigInt(ask.amount);
      return { kind: 'capture', transactionId: idOf(ask.of), amount };
    }
    case 'cancel':
      return { kind: 'cancel', transactionId: idOf(ask.of) };
    case 'end':
      return { kind: ask.isManual ? 'expire' : 'settle', transactionId: idOf(ask.of) };
    case 'note':
      return update(idOf(ask.of), [], ask.text);
    case 'touch':
      return update(idOf(ask.of), ['amount'], undefined);
    case 'credit':
    case 'payment':
    case 'refund':
      return {
        kind: 'create',
        type: ask.do,
        amount: BigInt(ask.amount),
        currency: ask.currency,
        reference: null,
        metadata: {},
        capture: ask.isManual ? 'manual' : 'automatic',
        settlementDelayMs: ask.delayMs,
        refundOf: ask.of === null ? null : idOf(ask.of),
      };
  }
}

function update(
  transactionId: Uuid,
  fixedFields: readonly string[],
  reference: string | undefined,
) {
  return { kind: 'update', transactionId, fixedFields, reference, metadata: undefined } as const;
}

/** The transaction of a verdict. */
export function aboutOf(verdict: Verdict): Uuid | undefined {
  if (verdict instanceof AppError) return undefined;
  const body = verdict.body as { readonly id?: string; readonly transactionId?: Uuid };
  return body.transactionId ?? (body.id && parsePublicId('transaction', body.id));
}

export function isReplay(verdict: Verdict): boolean {
  return !(verdict instanceof AppError) && verdict.headers !== undefined;
}

/** Deterministic ids. */
function countingSources(): IdSources {
  let randoms = 0n;
  let events = 0;
  return {
    random: () => (randoms++ * 0x9e37_79b9_7f4a_7c15n) & ((1n << 80n) - 1n),
    newEventId: () => `event ${++events}`,
  };
}
