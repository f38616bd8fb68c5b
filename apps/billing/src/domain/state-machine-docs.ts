import {
  type Cell,
  type Happening,
  happenings,
  type State,
  type Transition,
  transitions,
} from './transitions.ts';

const BEGIN = '<!-- generated from src/domain/transitions.ts: `pnpm generate` -->';
const END = '<!-- end of what is generated -->';

/**
 * A text with the state machine in its place.
 * @throws Error when the text has no place for it.
 */
export function withStateMachine(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin === -1 || end < begin) throw new Error('the README has no place for the state machine');
  return `${text.slice(0, begin)}${BEGIN}\n\n${diagram()}\n\n${table()}\n\n${text.slice(end)}`;
}

function diagram(): string {
  const edges = Map.groupBy(
    cells().flatMap(({ from, happening, cell }) =>
      cell.to.filter((to) => to !== from).map((to) => ({ from, to, happening })),
    ),
    ({ from, to }) => `  ${from} --> ${to}`,
  );
  const lines = [...edges].map(
    ([edge, ways]) => `${edge}: ${ways.map(({ happening }) => happening).join(', ')}`,
  );
  const first = ['  [*] --> trialing: with a trial', '  [*] --> active: paid or sent'];
  const unpaid = '  [*] --> past_due: the balance is too low';
  const fence = '```';
  return [`${fence}mermaid`, 'stateDiagram-v2', ...first, unpaid, ...lines, fence].join('\n');
}

function table(): string {
  const states = Object.keys(transitions) as State[];
  const rows = [
    ['on ↓ in →', ...states],
    states.map(() => '---').concat('---'),
    ...happenings.map((happening) => [
      happening,
      ...states.map((state) => tell(transitions[state][happening])),
    ]),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function tell(cell: Cell): string {
  if (cell === null) return '—';
  if (cell === 409) return '409';
  return `${cell.to.join(' or ')}: ${cell.means}`;
}

function cells(): readonly { from: State; happening: Happening; cell: Transition }[] {
  return (Object.keys(transitions) as State[]).flatMap((from) =>
    happenings.flatMap((happening) => {
      const cell = transitions[from][happening];
      return cell === null || cell === 409 ? [] : [{ from, happening, cell }];
    }),
  );
}
