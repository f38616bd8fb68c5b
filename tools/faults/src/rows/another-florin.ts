import { audit } from '../auditor/audit.ts';
import { makePeople } from '../clients/people.ts';
import { type Florin, startFlorin } from '../florin/start-florin.ts';
import type { LiveRun } from '../row.ts';
import { republishAll } from './events/republish-all.ts';

/**
 * Starts another Florin on restored data, with an empty NATS, and audits it against the answers to
 * the first one's clients. @param look reads more of it before anything happens there
 */
export async function auditAnother<Seen>(
  run: LiveRun,
  putData: (dataDir: string) => Promise<void>,
  look: (florin: Florin) => Promise<Seen>,
) {
  const startedAt = performance.now();
  const florin = await startFlorin(
    {
      prepare: async (dataDir) => {
        await putData(dataDir);
        return async () => undefined;
      },
    },
    new AbortController().signal,
  );
  try {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const seen = await look(florin);
    await republishAll(florin);
    return { ...(await audit({ ...run, florin, people: makePeople(florin.url) })), seconds, seen };
  } finally {
    await florin.stop();
  }
}
