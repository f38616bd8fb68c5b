import type { Load } from '../drive.ts';
import { openAccounts } from '../florin/open-accounts.ts';
import { openLogin } from '../florin/post.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { warmUp } from '../florin/warm-up.ts';
import { watchEvents } from '../florin/watch-events.ts';
import { runHttpLoad } from '../http/load.ts';
import type { Client, Requests } from '../http/requests.ts';
import type { Part } from './part.ts';

const ACCOUNTS = 1_000;
const CONNECTIONS = 64;
/** The load begins before the measurement and ends after it. */
const AROUND_SECONDS = 3;

/** A measurement and the load beside it. */
interface Beside {
  readonly load: Load;
  readonly saturating: Load;
}

/** Effect of a saturated ledger on requests that do not need it. */
export const isolationPart: Part = {
  stepsPerRound: 4,
  async open(world) {
    const { seed, seconds, signal, step, say } = world;
    const florin = await startFlorin(world);
    const accounts = await openAccounts(florin, ACCOUNTS);
    const login = await openLogin(florin.gatewayPort);
    const events = await watchEvents(florin.databaseUrl);
    say('warming up');
    await warmUp({ florin, accounts, events, seed, signal, run: 'isolation' });

    const put = (connections: number, lasting: number, requests: Requests) =>
      runHttpLoad(
        { port: florin.gatewayPort, connections, seconds: lasting, seed, requests },
        signal,
      );

    async function putBeside(
      requests: Requests,
      clients: readonly Client[],
      run: string,
    ): Promise<Beside> {
      const writes = { kind: 'write', clients, run } as const;
      const [load, saturating] = await Promise.all([
        put(1, seconds, requests),
        put(CONNECTIONS, seconds + AROUND_SECONDS, writes),
      ]);
      await events.untilDone(signal);
      return { load, saturating };
    }

    return {
      versions: { nats: florin.natsVersion },
      async measure(round) {
        const clients = await accounts.renewTokens(florin.gatewayPort);
        await events.untilDone(signal);
        const headers = { Authorization: `Bearer ${clients[0]?.token}` };
        const read = { kind: 'read', path: '/v1/account', headers } as const;
        step('logins on an idle system');
        const idleLogin = await put(1, seconds, login);
        step('reads on an idle system');
        const idleRead = await put(1, seconds, read);
        step('logins beside a saturated ledger');
        const busyLogin = await putBeside(login, clients, `login-${round}`);
        step('reads beside a saturated ledger');
        const busyRead = await putBeside(read, clients, `read-${round}`);
        return {
          'isolation-login': compare(busyLogin, idleLogin),
          'isolation-account': compare(busyRead, idleRead),
        };
      },
      async close() {
        await events.close();
        await florin.stop();
      },
    };
  },
};

function compare({ load: busy, saturating }: Beside, idle: Load) {
  return { value: busy.p99 / idle.p99, load: busy, against: [idle, saturating] };
}
