import { prepareThrowawayDatabase } from '@florin/database';
import { migrations } from '@florin/ledger/src/migrations/index.ts';
import { createDatabase } from '../create-database.ts';
import { drive } from '../drive.ts';
import { openLedger } from '../ledger.ts';
import { openPlain } from '../plain.ts';
import type { Reading } from '../rounds.ts';
import type { Part } from './part.ts';

const CALLERS = 128;
const ACCOUNTS = 1_000;

/** The ledger's writer in this process, compared with one transaction per command. */
export const submitPart: Part = {
  stepsPerRound: 4,
  async open({ serverUrl, seed, seconds, signal, step }) {
    const adminUrl = await createDatabase(serverUrl, 'submit');
    const ledger = openLedger(await prepareThrowawayDatabase(adminUrl, 'ledger', migrations));
    const plain = await openPlain(adminUrl);
    const many = await ledger.openAccounts(ACCOUNTS);
    const one = many.slice(0, 1);
    await plain.openAccounts(many);

    async function measure(what: string, call: () => Promise<void>): Promise<Reading> {
      step(what);
      const load = await drive({ callers: CALLERS, seconds, signal, call });
      return { value: load.perSecond, load };
    }
    return {
      async measure(round) {
        const seedNow = seed + round;
        return {
          'submit-uniform': await measure('submit, 1000 accounts', ledger.makeCall(many, seedNow)),
          'submit-hot': await measure('submit, one account', ledger.makeCall(one, seedNow)),
          'plain-uniform': await measure('plain, 1000 accounts', plain.makeCall(many, seedNow)),
          'plain-hot': await measure('plain, one account', plain.makeCall(one, seedNow)),
        };
      },
      async close() {
        await Promise.all([ledger.close(), plain.close()]);
      },
    };
  },
};
