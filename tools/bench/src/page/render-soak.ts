import type { SoakUnit } from '../soak/judge.ts';
import type { SoakResult } from '../soak/results.ts';
import { plain } from './format.ts';
import { table } from './table.ts';

/** Results of a long run; nothing without one. */
export function renderSoak(soak: SoakResult | undefined): readonly string[] {
  if (soak === undefined) return [];
  const { settings, verdicts, courses, errors, machine, versions } = soak;
  const { minutes, rate } = settings;
  const where = [
    soak.measured_at.slice(0, 16).replace('T', ' '),
    `Florin ${soak.commit?.slice(0, 8) ?? 'unknown'}`,
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.kernel}`,
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
  ];
  return [
    '## Soak\n',
    `${minutes} minutes of a day's mixed load at a fixed rate: ${rate} operations a second, 70 % reads,\n` +
      '20 % writes, the rest renewals and webhooks, and logins in addition. The verdicts compare the last\n' +
      'third of the run with the second.\n',
    '![Memory, latency, dead rows, disk and backlog over the run](images/soak.svg)\n',
    table(
      ['property', 'found', 'at most', '', ''],
      verdicts.map(({ what, found, must, unit, is_within, note }) => [
        what,
        `**${shown(found, unit)}**`,
        shown(must, unit),
        is_within ? '✓' : '✗',
        note,
      ]),
    ),
    table(
      ['medians', 'first third', 'second', 'last'],
      courses.map(({ what, unit, thirds }) => [
        what,
        ...thirds.map((value) => `${plain(value)} ${unit}`.trim()),
      ]),
    ),
    ...Object.entries(errors).map(([name, count]) => `- ${count} × \`${name}\`\n`),
    `${where.join('; ')}.\n`,
  ];
}

/** Counts have no decimals. */
export function shown(value: number, unit: SoakUnit): string {
  const number = unit === '' || unit === 'dead rows' ? String(value) : plain(value);
  return `${number} ${unit}`.trim();
}
