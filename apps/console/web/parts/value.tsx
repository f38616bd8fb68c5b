import { formatMoney, formatTime, inWords, stateInWords } from '../core/format.ts';
import { pathTo } from '../core/routing.ts';
import { kindOfId } from '../kinds/index.ts';
import { texts } from '../texts/index.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const states: Readonly<Record<string, string>> = {
  ...{
    succeeded: 'good',
    active: 'good',
    paid: 'good',
    won: 'good',
    enabled: 'good',
    sent: 'good',
    ready: 'good',
  },
  ...{ done: 'good', delivered: 'good', balanced: 'good', different: 'bad' },
  ...{ failed: 'bad', past_due: 'bad', lost: 'bad', refused: 'bad', disabled: 'bad', dead: 'bad' },
  ...{ declined: 'bad', suspended: 'bad', uncollectible: 'bad', needs_response: 'bad' },
};
const NAMES_OF_STATES = ['status', 'outcome'];
/** Fields whose values are API enum words. */
const NAMES_OF_WORDS = ['type', 'kind', 'interval', 'role', 'capture', 'reason'];
const WORD = /^[a-z]+(_[a-z]+)*$/;

export interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  /** Currency of an amount; without one, it is shown as a plain number. */
  readonly currency?: string | undefined;
  /** Type of the object that has the field. */
  readonly object?: unknown;
}

/** Formats any field value. */
export function Value({ name, value, currency, object }: ValueProps) {
  if (value === null || value === undefined || value === '') return <span class="quiet">–</span>;
  if (name === 'livemode') return <>{value ? texts().modeLive : texts().modeTest}</>;
  if (typeof value === 'boolean') return <>{value ? texts().yes : texts().no}</>;
  if (typeof value === 'number')
    return <span class="number">{currency ? formatMoney(value, currency) : value}</span>;
  if (typeof value !== 'string') return <code>{JSON.stringify(value)}</code>;
  if (INSTANT.test(value)) return <Instant value={value} />;
  if (NAMES_OF_STATES.includes(name)) return <State value={value} object={object} />;
  if (NAMES_OF_WORDS.includes(name) && WORD.test(value)) return <>{inWords(value)}</>;
  const kind = kindOfId(value);
  if (kind)
    return (
      <a class="id" href={pathTo(kind.screen, value)}>
        {value}
      </a>
    );
  // Isolates the text direction of foreign text.
  return <bdi>{value}</bdi>;
}

/** Shows local time, and UTC as the tooltip. */
export function Instant({ value }: { readonly value: string }) {
  return (
    <time dateTime={value} title={value.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}>
      {formatTime(value)}
    </time>
  );
}

export const stateClass = (state: string): string => states[state] ?? '';

interface StateProps {
  readonly value: string;
  readonly object?: unknown;
}

export function State({ value, object }: StateProps) {
  return <span class={`state ${stateClass(value)}`}>{stateInWords(value, object)}</span>;
}
