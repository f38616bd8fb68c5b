import { type StandIn, startStandIn } from '@florin/stripe-stand-in';

const KEY = 'sk_test_of_the_faults';
const SECRET = 'whsec_of_the_faults';
/** Processes that take days at Stripe. */
const DELAYS = { refundMs: 300, refundFailureMs: 300, payoutMs: 300, disputeMs: 300 };

/** The Stripe stand-in of a Florin. */
export interface OwnStripe {
  readonly standIn: StandIn;
  readonly settings: Readonly<Record<string, string>>;
  /** Pays by card on a page of Stripe. */
  readonly payAt: (page: string) => Promise<void>;
  /** Directs its webhooks to a Florin. */
  readonly sendTo: (florinUrl: string) => void;
}

export async function startOwnStripe(): Promise<OwnStripe> {
  const standIn = await startStandIn({ secretKeys: [KEY], delays: DELAYS });
  return {
    standIn,
    settings: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRETS: SECRET,
      STRIPE_API_BASE: standIn.url,
    },
    async payAt(page) {
      const card = { number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'Grace' };
      const body = new URLSearchParams(card);
      const { status } = await fetch(page, { method: 'POST', body, redirect: 'manual' });
      if (status !== 303) throw new Error(`Stripe's page answered ${status}`);
    },
    sendTo(florinUrl) {
      const url = `${florinUrl}/processors/stripe/webhook`;
      standIn.control({ do: 'send_webhooks', url, secret: SECRET });
    },
  };
}
