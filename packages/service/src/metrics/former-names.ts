import type { Registry } from 'prom-client';

/** Deprecated names that dashboards and alerts may still use; removed in the next version. */
const formerNames = {
  florin_dead_letters: 'florin_parked_events',
  florin_ledger_rejected_commands_total: 'florin_ledger_shed_total',
  florin_saga_runs_age_seconds: 'florin_steps_age_seconds',
  florin_saga_runs_open: 'florin_steps_open',
};

/** Repeats metrics under their deprecated names, in the text format of Prometheus. */
export function showFormerNames(registry: Registry): Promise<readonly string[]> {
  const present = Object.entries(formerNames).filter(([name]) => registry.getSingleMetric(name));
  return Promise.all(
    present.map(async ([name, former]) => {
      const help = `# HELP ${former} The former name of ${name}, for one version more.`;
      const text = (await registry.getSingleMetricAsString(name)).replaceAll(name, former);
      return `${text.replace(/^# HELP .*$/m, help)}\n`;
    }),
  );
}
