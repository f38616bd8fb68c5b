import { formatDay } from '../core/format.ts';

export interface Bar {
  /** `2026-01-31`. */
  readonly date: string;
  readonly value: number;
  /** Text alternative for screen readers. */
  readonly said: string;
}

const HEIGHT = 60;
const STEP = 10;
const GAP = 2;
/** Minimum height, so that a small value differs from zero. */
const LEAST = 2;

/** Bar chart with one bar per day. */
export function Chart({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const heightOf = (value: number) =>
    value === 0 ? 0 : Math.max(LEAST, Math.round((value / most) * HEIGHT));
  const [first] = bars;
  const last = bars.at(-1);
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${bars
          .filter(({ value }) => value > 0)
          .map(({ date, said }) => `${formatDay(date)} ${said}`)
          .join(', ')}`}
      >
        <line x1="0" x2={bars.length * STEP} y1={HEIGHT} y2={HEIGHT} />
        {bars.map(({ date, value, said }, index) => (
          <rect
            key={date}
            x={index * STEP + GAP / 2}
            y={HEIGHT - heightOf(value)}
            width={STEP - GAP}
            height={heightOf(value)}
          >
            <title>{`${formatDay(date)}: ${said}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption>
        <span>{first && formatDay(first.date)}</span>
        <span>{last && formatDay(last.date)}</span>
      </figcaption>
    </figure>
  );
}
