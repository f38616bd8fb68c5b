import { subscriptionStatuses } from './model.ts';

/** Triggers of status changes, in the order of the rows. */
export const triggers = [
  'period or trial end',
  'charge paid',
  'charge fails',
  'void of its period’s invoice',
  'cancel now',
  'cancel at end',
  'uncancel',
  'update up',
  'update down',
  'pause',
  'resume',
] as const;
export type Trigger = (typeof triggers)[number];

export const states = subscriptionStatuses.filter((status) => status !== 'incomplete');
export type State = (typeof states)[number];

export interface Transition {
  /** All possible next statuses. */
  readonly to: readonly State[];
  readonly means: string;
}

/** The response is 409 `conflict`. */
type Refused = 409;
/** Cannot happen in this state. */
type Never = null;

export type Cell = Transition | Refused | Never;

const leads = (means: string, ...to: readonly State[]): Transition => ({ to, means });

const refused = {
  'cancel now': 409,
  'cancel at end': 409,
  uncancel: 409,
  'update up': 409,
  'update down': 409,
  pause: 409,
  resume: 409,
} as const;

/**
 * State machine of a subscription, as the README shows it. Tests run all paths through the core and
 * must find exactly these transitions.
 */
export const transitions: Readonly<Record<State, Readonly<Record<Trigger, Cell>>>> = {
  trialing: {
    'period or trial end': leads('charges the first period, or ends', 'trialing', 'canceled'),
    'charge paid': leads('the first period starts', 'active'),
    'charge fails': leads('retries', 'past_due'),
    'void of its period’s invoice': null,
    'cancel now': leads('at once', 'canceled'),
    'cancel at end': leads('with the trial', 'trialing'),
    uncancel: leads('clears the flag', 'trialing'),
    'update up': leads('at once, free', 'trialing'),
    'update down': leads('at once, free', 'trialing'),
    pause: leads('seconds banked; a scheduled end stays', 'paused'),
    resume: 409,
  },
  active: {
    'period or trial end': leads('charges the next period, or ends', 'active', 'canceled'),
    'charge paid': leads('the period starts, or the change applies', 'active'),
    'charge fails': leads('retries; a change is refused', 'past_due', 'active'),
    'void of its period’s invoice': leads(
      'at once, unless the seller keeps it',
      'canceled',
      'active',
    ),
    'cancel now': leads('no refund', 'canceled'),
    'cancel at end': leads('with the period', 'active'),
    uncancel: leads('clears the flag', 'active'),
    'update up': leads('at once, prorated', 'active'),
    'update down': leads('`pending_change`', 'active'),
    pause: leads('seconds banked; a scheduled end stays', 'paused'),
    resume: 409,
  },
  past_due: {
    'period or trial end': leads(
      'opens no period; ends if a cancellation is scheduled',
      'past_due',
      'canceled',
    ),
    'charge paid': leads('missed periods follow, oldest first', 'active'),
    'charge fails': leads(
      'next retry; after the last one by `dunning_final_action`',
      'past_due',
      'canceled',
      'expired',
      'paused',
    ),
    'void of its period’s invoice': leads(
      'at once, unless the seller keeps it',
      'canceled',
      'active',
    ),
    'cancel now': leads('its invoice is void', 'canceled'),
    'cancel at end': leads('with the owed period', 'past_due'),
    uncancel: leads('clears the flag', 'past_due'),
    'update up': leads('at once; the owed period costs the new price', 'past_due'),
    'update down': leads('`pending_change`', 'past_due'),
    pause: 409,
    resume: 409,
  },
  paused: {
    'period or trial end': null,
    'charge paid': leads('an open invoice stays payable', 'paused'),
    'charge fails': null,
    'void of its period’s invoice': leads(
      'at once, unless the seller keeps it',
      'canceled',
      'paused',
    ),
    'cancel now': leads('at once', 'canceled'),
    'cancel at end': leads('after the banked time that follows the pause', 'paused'),
    uncancel: leads('clears the flag', 'paused'),
    'update up': leads('at once; the banked time buys time of the new plan', 'paused'),
    'update down': leads('`pending_change`', 'paused'),
    pause: leads('unchanged', 'paused'),
    resume: leads('the previous status, for the banked time', 'trialing', 'active'),
  },
  canceled: {
    ...refused,
    'period or trial end': null,
    'charge paid': leads('an invoice that stayed open', 'canceled'),
    'charge fails': null,
    'void of its period’s invoice': leads('an open or given-up invoice', 'canceled'),
  },
  expired: {
    ...refused,
    'period or trial end': null,
    'charge paid': null,
    'charge fails': null,
    'void of its period’s invoice': leads('a given-up invoice', 'expired'),
  },
};

const BEGIN = '<!-- generated from src/domain/subscription/state-machine.ts: `pnpm generate` -->';
const END = '<!-- end of generated content -->';

/**
 * Inserts the state machine into a text.
 * @throws Error if the text has no marker for it.
 */
export function withStateMachine(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin === -1 || end < begin) throw new Error('the README has no place for the state machine');
  return `${text.slice(0, begin)}${BEGIN}\n\n${diagram()}\n\n${table()}\n\n${text.slice(end)}`;
}

function diagram(): string {
  const edges = Map.groupBy(
    cells().flatMap(({ from, trigger, cell }) =>
      cell.to.filter((to) => to !== from).map((to) => ({ from, to, trigger })),
    ),
    ({ from, to }) => `  ${from} --> ${to}`,
  );
  const lines = [...edges].map(
    ([edge, ways]) => `${edge}: ${ways.map(({ trigger }) => trigger).join(', ')}`,
  );
  const first = ['  [*] --> trialing: with a trial', '  [*] --> active: paid or sent'];
  const unpaid = '  [*] --> past_due: the balance is too low';
  const fence = '```';
  return [`${fence}mermaid`, 'stateDiagram-v2', ...first, unpaid, ...lines, fence].join('\n');
}

function table(): string {
  const rows = [
    ['on ↓ in →', ...states],
    states.map(() => '---').concat('---'),
    ...triggers.map((trigger) => [
      trigger,
      ...states.map((state) => describe(transitions[state][trigger])),
    ]),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function describe(cell: Cell): string {
  if (cell === null) return '—';
  if (cell === 409) return '409';
  return `${cell.to.join(' or ')}: ${cell.means}`;
}

function cells(): readonly { from: State; trigger: Trigger; cell: Transition }[] {
  return states.flatMap((from) =>
    triggers.flatMap((trigger) => {
      const cell = transitions[from][trigger];
      return cell === null || cell === 409 ? [] : [{ from, trigger, cell }];
    }),
  );
}
