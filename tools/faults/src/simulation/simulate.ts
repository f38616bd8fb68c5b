import { isDeepStrictEqual } from 'node:util';
import { AppError, type Uuid } from '@florin/contracts';
import type { CommandRequest, Verdict } from '@florin/ledger/src/posting/model.ts';
import { findFaults } from '@florin/ledger/test/world.ts';
import {
  aboutOf,
  accountOf,
  type Core,
  type Decide,
  isReplay,
  makeCore,
  toSubmission,
} from './core.ts';
import { type Expected, type Model, makeModel } from './model.ts';
import { ACCOUNTS, describeStep, type Step } from './story.ts';
import { toAsk } from './to-ask.ts';

const STARTS_AT = Date.UTC(2026, 0, 31, 12);

interface Batch {
  readonly now: number;
  readonly submissions: CommandRequest[];
}

export interface Simulated {
  /** What differs first, in words; undefined when nothing does. */
  readonly difference: string | undefined;
  readonly batches: number;
  /** What was asked with which status, such as `capture 409`. */
  readonly outcomes: readonly string[];
}

/**
 * Plays a story three times: by the model, by the core one command at a time, and by the core in
 * batches. Pure but for what `decide` does.
 */
export function simulate(story: readonly Step[], decide: Decide): Simulated {
  const model = makeModel(ACCOUNTS - 1);
  const core = makeCore(decide);
  const ids: Uuid[] = [];
  const batches: Batch[] = [];
  const verdicts: Verdict[] = [];
  const outcomes: string[] = [];
  let now = STARTS_AT;
  for (const [index, step] of story.entries()) {
    now += step.advanceMs;
    if (step.beginsBatch || index === 0) batches.push({ now, submissions: [] });
    const ask = toAsk(step, model);
    const submission = toSubmission(step, ask, ids);
    batches.at(-1)?.submissions.push(submission);
    const expected = model.ask(step.account, ask, step.key, now);
    const [verdict] = core.run([submission], now);
    if (!verdict) throw new Error('a command has no verdict');
    verdicts.push(verdict);
    outcomes.push(`${ask.do} ${verdict.status}`);
    if (model.transactions.length > ids.length) ids.push(aboutOf(verdict) ?? 'none');
    const difference =
      compareAnswers(expected, verdict, ids) ?? compareAccounts(model, core, step.account);
    if (difference) {
      const told = `step ${index + 1}, ${describeStep(step)}: ${difference}`;
      return { difference: told, batches: 0, outcomes };
    }
  }
  const difference =
    compareTransactions(model, core, ids) ??
    findFaults(core.world)[0] ??
    compareBatches(batches, core, verdicts, decide);
  return { difference, batches: batches.length, outcomes };
}

function compareAnswers(expected: Expected, verdict: Verdict, ids: readonly Uuid[]) {
  const seen = {
    status: verdict.status,
    isReplay: isReplay(verdict),
    about: verdict.status < 300 ? (aboutOf(verdict) ?? null) : null,
  };
  const wanted = {
    ...expected,
    about: expected.about === null ? null : (ids[expected.about] ?? 'none'),
  };
  return differ('the answer', wanted, seen);
}

function compareAccounts(model: Model, core: Core, number: number): string | undefined {
  const account = model.accounts[number];
  const balance = accountOf(core, number);
  if (!account || !balance) return undefined;
  const { available, held, settled, fees } = balance.amounts;
  const wanted = [account.available, account.held, account.settled, account.fees, account.isOpen];
  const seen = [...[available, held, settled, fees].map(Number), balance.status === 'open'];
  return differ('the balance', wanted, seen);
}

function compareTransactions(model: Model, { world }: Core, ids: readonly Uuid[]) {
  if (world.transactions.size !== ids.length) return 'there are other transactions';
  for (const { number, type, amount, status, captured, refunded, note } of model.transactions) {
    const there = world.transactions.get(ids[number] ?? 'none');
    const capturedAmount = there?.capturedAmount ?? null;
    const seen = [
      ...[there?.type, Number(there?.amount), there?.status],
      ...[capturedAmount === null ? null : Number(capturedAmount), Number(there?.refundedAmount)],
    ];
    const difference =
      differ(`transaction ${number}`, [type, amount, status, captured, refunded], seen) ??
      (note === null ? undefined : differ('the reference', note, there?.reference));
    if (difference) return difference;
  }
  return undefined;
}

/** Batches have to come to the same answers and the same tables as their commands one by one. */
function compareBatches(
  batches: readonly Batch[],
  single: Core,
  expected: readonly Verdict[],
  decide: Decide,
): string | undefined {
  const core = makeCore(decide);
  const seen = batches.flatMap(({ submissions, now }) => core.run(submissions, now));
  for (const [index, verdict] of seen.entries()) {
    const wanted = expected[index];
    const difference = wanted && differ('an answer in a batch', plain(wanted), plain(verdict));
    if (difference) return difference;
  }
  return isDeepStrictEqual(core.world, single.world)
    ? undefined
    : 'the tables of batches differ from those of single commands';
}

function differ(what: string, wanted: unknown, seen: unknown): string | undefined {
  if (isDeepStrictEqual(wanted, seen)) return undefined;
  return `${what} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(seen)}`;
}

/** A verdict without what differs between two equal errors. */
function plain(verdict: Verdict) {
  if (!(verdict instanceof AppError)) return verdict;
  const { code, status, message } = verdict;
  return { code, status, message };
}
