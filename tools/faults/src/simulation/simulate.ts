import { isDeepStrictEqual } from 'node:util';
import { AppError, type Uuid } from '@florin/contracts';
import type { CommandRequest, Verdict } from '@florin/ledger/src/domain/batch/model.ts';
import { findFaults } from '@florin/ledger/test/world.ts';
import fc from 'fast-check';
import {
  aboutOf,
  accountOf,
  type Core,
  type Decide,
  isReplay,
  makeCore,
  toRequest,
} from './core.ts';
import { type Expected, type Model, makeModel } from './model.ts';
import { ACCOUNTS, describeStep, STEPS_MAX, type Step, stepArbitrary } from './story.ts';
import { toAsk } from './to-ask.ts';

const STARTS_AT = Date.UTC(2026, 0, 31, 12);

interface Batch {
  readonly now: number;
  readonly requests: CommandRequest[];
}

/** The pure core of the ledger, and the story's commands and answers so far. */
interface Played {
  readonly core: Core;
  readonly ids: Uuid[];
  readonly batches: Batch[];
  readonly verdicts: Verdict[];
  /** Outcomes such as `capture 409`. */
  readonly outcomes: string[];
  now: number;
}

/** A step of a story, run by the model and by the core, which must agree. */
class StepCommand implements fc.Command<Model, Played> {
  readonly step: Step;

  constructor(step: Step) {
    this.step = step;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, played: Played): void {
    const { step } = this;
    const { core, ids, batches } = played;
    played.now += step.advanceMs;
    if (step.beginsBatch || batches.length === 0) batches.push({ now: played.now, requests: [] });
    const ask = toAsk(step, model);
    const request = toRequest(step, ask, ids);
    batches.at(-1)?.requests.push(request);
    const expected = model.ask(step.account, ask, step.key, played.now);
    const [verdict] = core.run([request], played.now);
    if (!verdict) throw new Error('a command has no verdict');
    played.verdicts.push(verdict);
    played.outcomes.push(`${ask.do} ${verdict.status}`);
    if (model.transactions.length > ids.length) ids.push(aboutOf(verdict) ?? 'none');
    compareAnswers(expected, verdict, ids);
    compareAccounts(model, core, step.account);
  }

  toString(): string {
    return describeStep(this.step);
  }
}

/** Stories for the ledger; fast-check shrinks one that fails. */
export const stories = fc.commands<Model, Played>(
  [stepArbitrary.map((step) => new StepCommand(step))],
  { maxCommands: STEPS_MAX, size: 'max' },
);

/**
 * Plays a story with the model, and with the core command by command and in batches. Pure if
 * `decide` is. @throws Error with the first difference.
 */
export function play(story: Iterable<fc.Command<Model, Played>>, decide: Decide): Played {
  const model = makeModel(ACCOUNTS - 1);
  const core = makeCore(decide);
  const played: Played = {
    ...{ core, ids: [], batches: [], verdicts: [], outcomes: [], now: STARTS_AT },
  };
  fc.modelRun(() => ({ model, real: played }), story);
  compareTransactions(model, core, played.ids);
  const [fault] = findFaults(core.world);
  if (fault) throw new Error(fault);
  compareBatches(played, decide);
  return played;
}

function compareAnswers(expected: Expected, verdict: Verdict, ids: readonly Uuid[]): void {
  const seen = {
    status: verdict.status,
    isReplay: isReplay(verdict),
    about: verdict.status < 300 ? (aboutOf(verdict) ?? null) : null,
  };
  const wanted = {
    ...expected,
    about: expected.about === null ? null : (ids[expected.about] ?? 'none'),
  };
  expectSame('the answer', wanted, seen);
}

function compareAccounts(model: Model, core: Core, number: number): void {
  const account = model.accounts[number];
  const balance = accountOf(core, number);
  if (!account || !balance) return;
  const { available, held, settled, fees } = balance.amounts;
  const wanted = [account.available, account.held, account.settled, account.fees, account.isOpen];
  const seen = [...[available, held, settled, fees].map(Number), balance.status === 'open'];
  expectSame('the balance', wanted, seen);
}

function compareTransactions(model: Model, { world }: Core, ids: readonly Uuid[]): void {
  expectSame('the number of transactions', ids.length, world.transactions.size);
  for (const { number, type, amount, status, captured, refunded, note } of model.transactions) {
    const there = world.transactions.get(ids[number] ?? 'none');
    const capturedAmount = there?.capturedAmount ?? null;
    const seen = [
      ...[there?.type, Number(there?.amount), there?.status],
      ...[capturedAmount === null ? null : Number(capturedAmount), Number(there?.refundedAmount)],
    ];
    expectSame(`transaction ${number}`, [type, amount, status, captured, refunded], seen);
    if (note !== null) expectSame('the reference', note, there?.reference);
  }
}

/** Batches must give the same answers and tables as their commands one by one. */
function compareBatches({ batches, verdicts, core: single }: Played, decide: Decide): void {
  const core = makeCore(decide);
  const seen = batches.flatMap(({ requests, now }) => core.run(requests, now));
  for (const [index, verdict] of seen.entries()) {
    const wanted = verdicts[index];
    if (wanted) expectSame('an answer in a batch', plain(wanted), plain(verdict));
  }
  if (!isDeepStrictEqual(core.world, single.world))
    throw new Error('the tables of batches differ from those of single commands');
}

function expectSame(what: string, wanted: unknown, seen: unknown): void {
  if (!isDeepStrictEqual(wanted, seen))
    throw new Error(`${what} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(seen)}`);
}

/** A verdict without the parts that differ between two equal errors. */
function plain(verdict: Verdict) {
  if (!(verdict instanceof AppError)) return verdict;
  const { code, status, message } = verdict;
  return { code, status, message };
}
