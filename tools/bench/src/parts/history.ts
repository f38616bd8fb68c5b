import { queryOnce } from '@florin/system-kit';
import { drive, type Load } from '../drive.ts';
import { YEAR_MS } from '../history/fill-ledger.ts';
import { openHistory, type WantedHistory } from '../history/open-history.ts';
import { type InProcessLedger, openLedger } from '../ledger.ts';
import type { Reading } from '../rounds.ts';
import type { Part, World } from './part.ts';

const CALLERS = 128;
/** Constant, so that only the number of transactions differs. */
const ACCOUNTS = 10_000;
const MONTHS = 12;
const DEPTH = 0.9;
/** Only while filling; otherwise Postgres would write every page to the WAL repeatedly. */
const WAL_WHILE_FILLING = '4GB';

/**
 * pgbench causes a checkpoint in nearly every round, after which each changed page is first written
 * to the WAL whole. In a service that happens every five minutes, so this warm-up comes first.
 */
const WARM_SECONDS = 8;

/** A day more than a ledger's retention. */
const EVENTS_DAYS = 31;

/** Ledgers by their share of the longer history's transactions. */
const BOOKS = {
  few: { share: 1 / 100, spanMs: YEAR_MS, eventsDays: EVENTS_DAYS },
  many: { share: 1, spanMs: YEAR_MS, eventsDays: EVENTS_DAYS },
  // The last month at ten times the yearly rate: writes go to that month's partitions, and earlier
  // ones are empty. Only recent events matter.
  month: { share: 10 / MONTHS, spanMs: YEAR_MS / MONTHS, eventsDays: 3 },
} as const;
type Name = keyof typeof BOOKS;
const NAMES = Object.keys(BOOKS) as readonly Name[];

/** Ledgers with a year of books: with few transactions, with many, and with ten times as many. */
export const historyPart: Part = {
  stepsPerRound: NAMES.length + 2,
  async open(world) {
    const { seed, seconds, signal, step } = world;
    const ledgers = await openAll(world);
    const { many } = ledgers;
    const cursors = await many.listAtDepth(DEPTH);
    const accounts = new Map<Name, Awaited<ReturnType<InProcessLedger['listAccounts']>>>();
    for (const name of NAMES) accounts.set(name, await ledgers[name].listAccounts());

    function put(what: string, callers: number, call: () => Promise<void>): Promise<Load> {
      step(what);
      return drive({ callers, seconds, signal, call });
    }

    async function submitTo(name: Name, round: number): Promise<Load> {
      const call = ledgers[name].makeCall(accounts.get(name) ?? [], seed + round);
      await drive({ callers: CALLERS, seconds: WARM_SECONDS, signal, call });
      return put(`submit, ${name}`, CALLERS, call);
    }

    /** In alternating order, since the machine may become slower or faster. */
    async function submitToAll(round: number): Promise<Readonly<Record<Name, Load>>> {
      const loads: [Name, Load][] = [];
      for (const name of round % 2 === 1 ? NAMES : NAMES.toReversed())
        loads.push([name, await submitTo(name, round)]);
      return Object.fromEntries(loads) as Record<Name, Load>;
    }

    return {
      async measure(round) {
        const { few, ...more } = await submitToAll(round);
        const first = await put('the first page', 1, many.makeRead([], seed + round));
        const deep = await put('a page far down', 1, many.makeRead(cursors, seed + round));
        return {
          'history-submit': against(few, more.many),
          'history-submit-month': against(few, more.month),
          'history-page': { value: deep.p50 / first.p50, load: deep, against: [first] },
        };
      },
      async close() {
        await Promise.all(NAMES.map((name) => ledgers[name].close()));
      },
    };
  },
};

function against(few: Load, load: Load): Reading {
  return { value: load.perSecond / few.perSecond, load, against: [few] };
}

async function openAll(world: World): Promise<Readonly<Record<Name, InProcessLedger>>> {
  const run = (statement: string) => queryOnce(world.serverUrl, statement);
  await run(`alter system set max_wal_size = '${WAL_WHILE_FILLING}'`);
  await run('select pg_reload_conf()');
  const few = await open(world, 'few');
  const many = await open(world, 'many');
  const month = await open(world, 'month');
  await run('alter system reset max_wal_size');
  await run('select pg_reload_conf()');
  await run('checkpoint');
  return { few, many, month };
}

async function open(world: World, name: Name): Promise<InProcessLedger> {
  const { serverUrl, seed, signal, say } = world;
  const { share, spanMs, eventsDays } = BOOKS[name];
  const transactions = Math.round(world.history * share);
  let saidPercent = 0;
  const onProgress = (done: number) => {
    const percent = Math.floor(done * 10) * 10;
    if (percent > saidPercent) say(`${percent} % of ${transactions} transactions are filled`);
    saidPercent = Math.max(saidPercent, percent);
  };
  const wanted: WantedHistory = {
    ...{ serverUrl, name, transactions, spanMs, eventsDays },
    ...{ accounts: ACCOUNTS, seed, signal, onProgress },
  };
  return openLedger(await openHistory(wanted));
}
