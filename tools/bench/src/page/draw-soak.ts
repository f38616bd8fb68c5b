import type { Sample } from '../soak/sample.ts';
import { lines, type Panel, place } from './draw-panel.ts';

const BYTES_PER_MB = 1_000_000;
const COLUMNS = 2;
const TABLES_MAX = 5;

/** Colors for both light and dark pages. */
const STYLE = `
  text { font: 11px system-ui, sans-serif; fill: #808890 }
  .title { font-size: 12px; font-weight: 600 }
  .axis { stroke: #808890; stroke-opacity: 0.6 }
  .grid { stroke: #808890; stroke-opacity: 0.2 }
  polyline { fill: none; stroke-width: 1.5; stroke-linejoin: round }`;

/** Small charts of a long run, all over the same minutes. */
export function drawSoak(samples: readonly Sample[]): string {
  const panels = panelsOf(samples);
  const { width, height } = place(panels.length, COLUMNS);
  const minutes = samples.map(({ atSeconds }) => atSeconds / 60);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>Memory, latency, dead rows, disk and backlog over a soak</title>',
    `<style>${STYLE}\n</style>`,
    ...panels.flatMap((panel, index) => lines(panel, minutes, place(index, COLUMNS))),
    '</svg>\n',
  ].join('\n');
}

function panelsOf(samples: readonly Sample[]): readonly Panel[] {
  const last = samples.at(-1);
  const apps = Object.entries(last?.processes ?? {})
    .filter(([, { heapMb }]) => heapMb !== null)
    .map(([name]) => name);
  // After the apps, so that each of them has the same color everywhere.
  const processes = [...apps, 'nats'];
  const schemas = Object.keys(last?.database.bytes ?? {});
  const tables = (last?.database.tables ?? []).slice(0, TABLES_MAX).map(({ name }) => name);
  const line = (name: string, of: (sample: Sample) => number) => ({
    name,
    values: samples.map(of),
  });
  const latency = (sort: 'reads' | 'writes'): Panel => ({
    title: `latency of ${sort}`,
    unit: 'ms',
    lines: [line('p99', (sample) => sample[sort].p99), line('p50', (sample) => sample[sort].p50)],
  });
  return [
    {
      title: 'memory of each process',
      unit: 'MB',
      lines: processes.map((name) =>
        line(name, (sample) => stateOf(sample, name)?.residentMb ?? 0),
      ),
    },
    {
      title: 'heap of each app',
      unit: 'MB',
      lines: apps.map((name) => line(name, (sample) => stateOf(sample, name)?.heapMb ?? 0)),
    },
    latency('reads'),
    latency('writes'),
    {
      title: 'dead rows of the busiest tables',
      unit: 'rows',
      lines: tables.map((name) =>
        line(
          name,
          ({ database }) => database.tables.find((one) => one.name === name)?.deadRows ?? 0,
        ),
      ),
    },
    {
      title: 'disk',
      unit: 'MB',
      lines: [
        line('WAL written', ({ database }) => database.walBytes / BYTES_PER_MB),
        line('data folder', ({ diskBytes }) => diskBytes / BYTES_PER_MB),
        line('NATS', ({ natsBytes }) => natsBytes / BYTES_PER_MB),
        ...schemas.map((schema) =>
          line(schema, ({ database }) => (database.bytes[schema] ?? 0) / BYTES_PER_MB),
        ),
      ],
    },
    {
      title: 'processors, of one',
      unit: '%',
      lines: [
        ...processes.map((name) =>
          line(name, (sample) => stateOf(sample, name)?.processorPercent ?? 0),
        ),
        line('Postgres', ({ postgresPercent }) => postgresPercent),
      ],
    },
    {
      title: 'what waits',
      unit: '',
      lines: [
        line('events', ({ backlog }) => backlog.outbox),
        line('messages', ({ backlog }) => backlog.consumers),
        line('webhooks', ({ backlog }) => backlog.deliveries),
      ],
    },
  ];
}

function stateOf({ processes }: Sample, name: string) {
  return processes[name];
}
