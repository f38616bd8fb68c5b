import { publisherOf } from '@florin/contracts';
import { connectEvents } from '@florin/events';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll } from 'vitest';
import { assertBooks } from './books.ts';
import { type Billing, createWorld, openShop, startBilling, type World } from './start-billing.ts';

export interface BillingOptions {
  /** The time at the start. */
  readonly now?: string;
  /** Number of processes of the service on one database. */
  readonly processes?: number;
  /** Starts a NATS; `publish` sends events of the ledger and of processors. */
  readonly withNats?: boolean;
  /** Its tests set credit that the books do not contain. */
  readonly setsCredit?: boolean;
}

/** The service with its own world for the tests of one file. */
export function useBilling({
  now,
  processes = 1,
  withNats = false,
  setsCredit = false,
}: BillingOptions = {}) {
  let world: World;
  let billings: readonly Billing[];
  let ledger: ReturnType<typeof connectEvents> | undefined;
  beforeAll(async () => {
    world = await createWorld({ withNats });
    if (now !== undefined) world.clock.set(now);
    billings = await Promise.all(Array.from({ length: processes }, () => startBilling(world)));
    ledger = withNats ? connectEvents({ url: world.natsUrl }, 'test', () => {}) : undefined;
  });
  afterAll(async () => {
    await ledger?.close();
    await Promise.all(billings.map((billing) => billing.stop()));
    await assertBooks(world, { setsCredit });
    await world.stop();
  });

  function billing(index = 0): Billing {
    const found = billings[index];
    if (!found) throw new Error(`there are ${billings.length} processes`);
    return found;
  }

  async function jetStream() {
    if (!ledger) throw new Error('no NATS: set withNats');
    return ledger.jetStream();
  }

  return {
    world: () => world,
    billing,
    /** An account with its owner, who calls the first process. */
    openShop: (account?: Parameters<typeof openShop>[2]) => openShop(world, billing, account),
    jetStream,
    async publish(event: { readonly type: string }): Promise<void> {
      const { client } = await jetStream();
      const body = new TextEncoder().encode(JSON.stringify(event));
      const source = publisherOf(event.type);
      // The stream exists as soon as billing has subscribed.
      await eventually(() => client.publish(`florin.${source}.${event.type}`, body));
    },
  };
}
