import { USUAL } from '../arguments.ts';
import type { PartResult, Results, StatementCost } from '../results.ts';
import type { Row } from '../row.ts';
import { median } from '../statistics.ts';
import {
  countErrors,
  describeLoad,
  isWithin,
  listMeasured,
  type Measured,
  plain,
  withUnit,
} from './format.ts';
import { renderSoak } from './render-soak.ts';
import { table } from './table.ts';

const STATEMENT_LENGTH_MAX = 110;

const INTRODUCTION = `# Benchmarks

Written by \`npm run bench\`; changes by hand are lost. [tools/bench](../tools/bench/README.md) says
what each row measures and how to read it.

Machines differ, so most figures are multiples of **A**: the transactions a second of pgbench's TPC-B
on the same Postgres, before and after each round. Postgres keeps its durable defaults, and the load
comes from the same processors. Each figure is the median of its rounds.

![Medians against what they must reach](images/benchmarks.svg)
`;

/** The page of results, derived from the figures alone. */
export function renderPage(results: Results): string {
  const measured = listMeasured(results);
  const ofFlorin = measured.filter(({ row }) => row.number !== undefined);
  const ofOthers = measured.filter(({ row }) => row.number === undefined);
  const troubles = measured.filter((one) => countErrors(one) > 0);
  return [
    INTRODUCTION,
    '## Figures\n',
    table(
      ['row', 'what', 'must', 'aim', 'min', 'median', 'max', '', 'load'],
      ofFlorin.map((one) => [
        String(one.row.number),
        one.row.what,
        bound(one.row, one.row.must),
        bound(one.row, one.row.aim),
        ...spread(one),
        isWithin(one) ? '✓' : '✗',
        describeLoad(one),
      ]),
    ),
    ...(ofOthers.length === 0
      ? []
      : [
          '## For comparison\n',
          table(
            ['what', 'min', 'median', 'max', 'load'],
            ofOthers.map((one) => [one.row.what, ...spread(one), describeLoad(one)]),
          ),
        ]),
    ...statementsOf(results.parts.cost, 'a request'),
    ...statementsOf(results.parts.renewals, 'a renewal'),
    ...(troubles.length === 0 ? [] : ['## Answers that were not as expected\n', list(troubles)]),
    ...renderSoak(results.soak),
    '## Where and when\n',
    table(
      ['part', 'measured', 'Florin', 'rounds', 'A', 'machine', 'versions'],
      Object.entries(results.parts).map(([name, part]) => [name, ...circumstances(name, part)]),
    ),
  ].join('\n');
}

function bound(row: Row, value: number | undefined): string {
  if (value === undefined) return '';
  return `${row.better === 'more' ? '≥' : '≤'} ${value}${withUnit(0, row.unit).slice('0.00'.length)}`;
}

function spread({ row, spread: { min, median: middle, max } }: Measured): readonly string[] {
  return [plain(min), `**${withUnit(middle, row.unit)}**`, plain(max)];
}

function list(troubles: readonly Measured[]): string {
  const lines = troubles.flatMap(({ row, figure }) =>
    Object.entries(figure.errors).map(
      ([name, count]) => `- ${row.what}: ${count} × \`${name.replaceAll('`', "'")}\``,
    ),
  );
  return `${lines.join('\n')}\n`;
}

function statementsOf(part: PartResult | undefined, what: string): readonly string[] {
  if (!part || part.statements.length === 0) return [];
  return [`## What Postgres is asked for ${what}\n`, dear(part.statements)];
}

/** Total time, with waits for locks and the disk; processor time is above. */
function dear(statements: readonly StatementCost[]): string {
  const shown = (text: string) => text.slice(0, STATEMENT_LENGTH_MAX).replaceAll(/[|`]/g, ' ');
  return table(
    ['by', 'elapsed, µs', 'times', 'statement'],
    statements.map(({ sender, us, calls, text }) => [
      sender,
      plain(us),
      calls.toFixed(3),
      `\`${shown(text)}\``,
    ]),
  );
}

function circumstances(name: string, part: PartResult): readonly string[] {
  const { measured_at, commit, rounds, anchors, machine, versions, settings } = part;
  return [
    measured_at.slice(0, 16).replace('T', ' '),
    commit?.slice(0, 8) ?? 'unknown',
    [`${rounds} of ${settings.seconds} s`, ...oddities(name, part)].join(', '),
    `${plain(Math.min(...anchors))} – **${plain(median(anchors))}** – ${plain(Math.max(...anchors))}`,
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.kernel}`,
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
  ];
}

/** Conditions that make figures differ from those of other runs. */
function oddities(
  name: string,
  { dropped, settings, stolen_percent }: PartResult,
): readonly string[] {
  const { scale, history } = settings;
  return [
    ...(dropped === 0 ? [] : [`${dropped} left out`]),
    ...(stolen_percent === null ? [] : [`${plain(stolen_percent)} % stolen by the host`]),
    ...(scale === USUAL.scale ? [] : [`pgbench at scale ${scale}`]),
    ...(name !== 'history' || history === USUAL.history ? [] : [`${history} transactions`]),
  ];
}
