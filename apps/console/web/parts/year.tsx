import { useEffect, useRef, useState } from 'preact/hooks';
import { florin } from '../core/api.ts';
import { touch } from '../core/data.ts';
import { monthLater } from '../core/periods.ts';
import { mayWrite, type Session } from '../core/session.ts';
import type { Thing } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { Instant } from './value.tsx';

const MONTHS = 12;
/** Long enough to see the result of each month. */
const LOOK_MS = 700;

interface Props {
  readonly clock: Thing;
  readonly session: Session;
}

/** Advances a test clock by a year, month by month, and shows the results. */
export function Year({ clock, session }: Props) {
  const [gone, setGone] = useState<readonly string[]>([]);
  const [isGoing, setGoing] = useState(false);
  const [error, setError] = useState<unknown>();
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  const letGo = async () => {
    setGoing(true);
    setGone([]);
    setError(undefined);
    try {
      let at = String(clock.frozen_time);
      for (let month = 0; month < MONTHS && !isLeft.current; month += 1) {
        at = monthLater(at);
        await florin.post('/v1/test_clocks/{test_clock_id}/advance', {
          path: { test_clock_id: clock.id },
          body: { frozen_time: at },
          idempotencyKey: crypto.randomUUID(),
        });
        const reached = at;
        setGone((before) => [...before, reached]);
        touch(['test_clock', 'subscription', 'invoice', 'payment', 'event', 'attention']);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    } catch (reason) {
      setError(reason);
    } finally {
      setGoing(false);
    }
  };
  if (!mayWrite(session)) return null;
  return (
    <section aria-labelledby="year">
      <div class="head">
        <h2 id="year">{texts().year}</h2>
        <button type="button" disabled={isGoing} onClick={() => void letGo()}>
          {isGoing ? texts().working : texts().letYearGo}
        </button>
      </div>
      <p class="quiet">{texts().yearSays}</p>
      {error !== undefined && <Problem error={error} />}
      <ol class="months" aria-live="polite">
        {gone.map((at) => (
          <li key={at}>
            <Instant value={at} />
          </li>
        ))}
      </ol>
    </section>
  );
}
