import { type StandIn, startStandIn } from '@florin/stripe-stand-in';

/** URL of the Stripe stand-in, which records the money it has received. */
export const STRIPE_VARIABLE = 'FLORIN_E2E_STRIPE_URL';
/** Webhook secrets of the stand-in: the current one and its successor. */
export const STRIPE_SECRETS = ['whsec_of_the_stories', 'whsec_of_the_next_year'] as const;
const STRIPE_KEY = 'sk_test_of_the_stories';
/** Processes that take days at Stripe. */
const DELAYS = { refundMs: 300, refundFailureMs: 600, payoutMs: 300, disputeMs: 300 };

/** A stand-in and the settings of a Florin that uses it. */
interface StripeOfStories {
  readonly standIn: StandIn;
  readonly settings: Readonly<Record<string, string>>;
  /** Directs its webhooks to a Florin. */
  connect(florinUrl: string): void;
}

export async function startStripe(): Promise<StripeOfStories> {
  const standIn = await startStandIn({ secretKeys: [STRIPE_KEY], delays: DELAYS });
  return {
    standIn,
    settings: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRETS: STRIPE_SECRETS.join(','),
      STRIPE_API_BASE: standIn.url,
    },
    connect(florinUrl) {
      const url = `${florinUrl}/processors/stripe/webhook`;
      standIn.control({ do: 'send_webhooks', url, secret: STRIPE_SECRETS[0] });
    },
  };
}
