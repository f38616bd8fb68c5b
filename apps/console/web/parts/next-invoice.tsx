import { formatMoney } from '../core/format.ts';
import type { Thing } from '../kinds/kind.ts';
import { fill, texts } from '../texts/index.ts';
import { Instant } from './value.tsx';

const CHARGED: readonly unknown[] = ['trialing', 'active', 'past_due'];

/** What a subscription will ask for, and when, as things are now. */
export function NextInvoice({ subscription }: { readonly subscription: Thing }) {
  const { status, cancel_at_period_end, current_period_end, currency } = subscription;
  const after = (subscription.pending_change ?? subscription) as { readonly amount?: unknown };
  const isAsked = CHARGED.includes(status) && cancel_at_period_end !== true;
  if (!isAsked || typeof current_period_end !== 'string') return null;
  const amount = formatMoney(Number(after.amount), String(currency));
  return (
    <section aria-labelledby="next-invoice">
      <h2 id="next-invoice">{texts().nextInvoice}</h2>
      <p>
        {fill(texts().nextInvoiceSays, { amount })} <Instant value={current_period_end} />
      </p>
    </section>
  );
}
