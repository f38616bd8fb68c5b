import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

const RESOLUTION_MS = 20;

/** CPU time, memory and event loop delay. */
export function addProcessMetrics(registry: Registry): void {
  const registers = [registry];
  new Counter({
    name: 'florin_process_cpu_seconds_total',
    help: 'CPU time of the process in seconds, including system calls.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'florin_process_memory_bytes',
    help: 'Memory of the process in bytes: resident memory, and the JavaScript heap within it.',
    labelNames: ['kind'],
    registers,
    collect() {
      const { rss, heapUsed } = process.memoryUsage();
      this.set({ kind: 'resident' }, rss);
      this.set({ kind: 'heap' }, heapUsed);
    },
  });
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let isMeasured = false;
  new Gauge({
    name: 'florin_event_loop_delay_seconds',
    help: 'Event loop delay since the previous scrape, in seconds.',
    labelNames: ['quantile'],
    registers,
    collect() {
      // The measurement wakes the process fifty times a second, so it starts at the first scrape.
      if (!isMeasured) {
        isMeasured = true;
        delay.enable();
        return;
      }
      // Node measures whole intervals between timers, including the timer's resolution.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3);
      this.set({ quantile: '0.5' }, late(delay.percentile(50)));
      this.set({ quantile: '0.99' }, late(delay.percentile(99)));
      this.set({ quantile: '1' }, late(delay.max));
      delay.reset();
    },
  });
}
