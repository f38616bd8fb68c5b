import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { inWords } from '../core/format.ts';
import type { Thing } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { Instant, State } from './value.tsx';

/** Payment attempts, and why they failed. */
export function Attempts({ payment }: { readonly payment: Thing }) {
  const { id } = payment;
  const load = () => florin.get('/v1/payments/{payment_id}/attempts', { path: { payment_id: id } });
  const { value, error } = useData(`payment/attempts/${id}`, load);
  if (error !== undefined) return <Problem error={error} />;
  if (!value || value.data.length === 0) return null;
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{texts().attempts}</h2>
      <ol class="timeline">
        {value.data.map(({ status, card, decline_code, processor, created_at }) => (
          <li key={created_at}>
            <State value={status} object="payment_attempt" />{' '}
            {card && `${card.brand} •••• ${card.last4}`} <Instant value={created_at} />
            {decline_code !== null && <p>{inWords(decline_code)}</p>}
            <p class="quiet">{inWords(processor)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
