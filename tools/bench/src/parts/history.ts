import { Client } from 'pg';
import { drive, type Load } from '../drive.ts';
import { openHistory } from '../history/open-history.ts';
import { type InProcessLedger, openLedger } from '../ledger.ts';
import type { Part, World } from './part.ts';

const CALLERS = 128;
/** The same in both, so that only the number of transactions differs. */
const ACCOUNTS = 10_000;
const SMALLER = 100;
const DEPTH = 0.9;
/** While it is filled only; Postgres would write every page to its log again and again. */
const WAL_WHILE_FILLING = '4GB';

/** A ledger that has kept books for a year, with many transactions and with few. */
export const historyPart: Part = {
  stepsPerRound: 4,
  async open(world) {
    const { seed, seconds, signal, step } = world;
    const { few, many } = await openBoth(world);
    const accounts = { few: await few.listAccounts(), many: await many.listAccounts() };
    const cursors = await many.listAtDepth(DEPTH);

    function put(what: string, callers: number, call: () => Promise<void>): Promise<Load> {
      step(what);
      return drive({ callers, seconds, signal, call });
    }

    async function submitToBoth(round: number) {
      const toFew = () =>
        put('submit, few transactions', CALLERS, few.makeCall(accounts.few, seed + round));
      const toMany = () =>
        put('submit, many transactions', CALLERS, many.makeCall(accounts.many, seed + round));
      // By turns the first, as the machine may become slower or faster.
      if (round % 2 === 1) return { ofFew: await toFew(), ofMany: await toMany() };
      return { ofMany: await toMany(), ofFew: await toFew() };
    }

    return {
      async measure(round) {
        const { ofFew, ofMany } = await submitToBoth(round);
        const first = await put('the first page', 1, many.makeRead([], seed + round));
        const deep = await put('a page far down', 1, many.makeRead(cursors, seed + round));
        return {
          'history-submit': {
            value: ofMany.perSecond / ofFew.perSecond,
            load: ofMany,
            against: [ofFew],
          },
          'history-page': { value: deep.p50 / first.p50, load: deep, against: [first] },
        };
      },
      async close() {
        await Promise.all([few.close(), many.close()]);
      },
    };
  },
};

interface Both {
  readonly few: InProcessLedger;
  readonly many: InProcessLedger;
}

async function openBoth(world: World): Promise<Both> {
  const superuser = new Client({ connectionString: world.serverUrl });
  await superuser.connect();
  try {
    await superuser.query(`alter system set max_wal_size = '${WAL_WHILE_FILLING}'`);
    await superuser.query('select pg_reload_conf()');
    const few = await open(world, 'few', world.history / SMALLER);
    const many = await open(world, 'many', world.history);
    await superuser.query('alter system reset max_wal_size');
    await superuser.query('select pg_reload_conf()');
    await superuser.query('checkpoint');
    return { few, many };
  } finally {
    await superuser.end();
  }
}

async function open(
  { serverUrl, seed, signal, say }: World,
  name: string,
  transactions: number,
): Promise<InProcessLedger> {
  let saidPercent = 0;
  const onProgress = (share: number) => {
    const percent = Math.floor(share * 10) * 10;
    if (percent > saidPercent) say(`${percent} % of ${transactions} transactions are there`);
    saidPercent = Math.max(saidPercent, percent);
  };
  const wanted = { transactions, accounts: ACCOUNTS, seed, signal, onProgress };
  return openLedger(await openHistory({ ...wanted, serverUrl, name }));
}
