import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatMoney } from '../core/format.ts';
import { nextEnds } from '../core/periods.ts';
import type { Thing } from '../kinds/kind.ts';
import { fill, texts } from '../texts/index.ts';
import { Instant } from './value.tsx';

type Subscription = Result<'get', '/v1/subscriptions/{subscription_id}'>;

const CHARGED: readonly string[] = ['trialing', 'active', 'past_due'];
const SHOWN = 4;
const DAY_MS = 86_400_000;

/** Next invoices of a subscription: amount before tax, and dates. */
export function NextInvoice({ subscription }: { readonly subscription: Thing }) {
  const one = subscription as unknown as Subscription;
  const { status, cancel_at_period_end, current_period_end, currency, test_clock_id } = one;
  const now = useNow(test_clock_id);
  if (!CHARGED.includes(status) || cancel_at_period_end) return null;
  const amount = formatMoney((one.pending_change ?? one).amount, currency);
  const [first = current_period_end, ...others] = nextEnds(current_period_end, one, SHOWN);
  return (
    <section aria-labelledby="next-invoice">
      <h2 id="next-invoice">{texts().nextInvoice}</h2>
      <div class="clock">
        {now !== undefined && <Dial subscription={one} now={now} />}
        <div>
          <p>
            {fill(texts().nextInvoiceSays, { amount })} <Instant value={first} />
          </p>
          <p class="quiet">
            {texts().thenOn}{' '}
            {others.map((end, index) => (
              <span key={end}>
                {index > 0 && ' · '}
                <Instant value={end} />
              </span>
            ))}
          </p>
        </div>
      </div>
    </section>
  );
}

/** Milliseconds since 1970, from the subscription's test clock if it has one. */
function useNow(clockId: string | null): number | undefined {
  const load = async () => {
    if (clockId === null) return Date.now();
    const path = { test_clock_id: clockId };
    const { frozen_time } = await florin.get('/v1/test_clocks/{test_clock_id}', { path });
    return Date.parse(frozen_time);
  };
  return useData(`test_clock/now/${clockId}`, load).value;
}

const RADIUS = 40;

/** Share of the period that has passed, as a dial. */
function Dial({
  subscription,
  now,
}: {
  readonly subscription: Subscription;
  readonly now: number;
}) {
  const start = Date.parse(subscription.current_period_start);
  const end = Date.parse(subscription.current_period_end);
  const share = Math.min(1, Math.max(0, (now - start) / (end - start)));
  const days = Math.max(0, Math.ceil((end - now) / DAY_MS));
  const round = 2 * Math.PI * RADIUS;
  return (
    <svg
      class="dial"
      viewBox="0 0 100 100"
      role="img"
      aria-label={fill(texts().daysLeft, { count: String(days) })}
    >
      <circle cx="50" cy="50" r={RADIUS} />
      <circle
        class="over"
        cx="50"
        cy="50"
        r={RADIUS}
        stroke-dasharray={`${share * round} ${round}`}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="57">
        {days}
      </text>
    </svg>
  );
}
