import type { Item } from '@florin/client';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatDay, formatMoney, inWords } from '../core/format.ts';
import { texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { State, Value } from './value.tsx';
import { Wide } from './wide.tsx';

type Processor = Item<'/v1/processors'>;
type Report = Item<'/v1/reconciliations'>;

/** Payment processors and their reconciliations, for operators. */
export function Processors() {
  const { value, error } = useData('system/all_processors', async () => {
    const [{ data: processors }, { data: reports }] = await Promise.all([
      florin.get('/v1/processors'),
      florin.get('/v1/reconciliations'),
    ]);
    return { processors, reports };
  });
  return (
    <section aria-labelledby="processors">
      <h2 id="processors">{texts().processorsHere}</h2>
      {error !== undefined && <Problem error={error} />}
      <dl>
        {value?.processors.map((processor) => (
          <Line key={`${processor.name} ${processor.livemode}`} processor={processor} />
        ))}
      </dl>
      <h3>{texts().reconciliations}</h3>
      <p class="quiet">{texts().reconciliationsSay}</p>
      {value?.reports.length === 0 && <p class="empty">{texts().empty}</p>}
      {value && value.reports.length > 0 && <Reports reports={value.reports} />}
    </section>
  );
}

function Line({ processor }: { readonly processor: Processor }) {
  const { name, livemode, is_open, settlements_read_at } = processor;
  return (
    <div>
      <dt>
        {inWords(name)} · {livemode ? texts().modeLive : texts().modeTest}{' '}
        <State value={is_open ? 'ready' : 'disabled'} />
      </dt>
      <dd>
        {texts().settledRead} <Value name="settlements_read_at" value={settlements_read_at} />
      </dd>
    </div>
  );
}

const COLUMNS = ['day', 'processor', 'livemode', 'status', 'net', 'differences'];

function Reports({ reports }: { readonly reports: readonly Report[] }) {
  return (
    <Wide label={texts().reconciliations}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" class={name === 'net' ? 'number' : ''}>
                {inWords(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <tr key={[report.day, report.processor, report.livemode, report.currency].join(' ')}>
              <td>{formatDay(report.day)}</td>
              <td>{inWords(report.processor)}</td>
              <td>
                <Value name="livemode" value={report.livemode} />
              </td>
              <td>
                <State value={report.status} />
              </td>
              <td class="number">{formatMoney(report.net, report.currency)}</td>
              <td>
                <Differences report={report} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function Differences({ report }: { readonly report: Report }) {
  if (report.difference_count === 0) return <>{texts().none}</>;
  return (
    <details>
      <summary>{report.difference_count}</summary>
      <ul class="changes">
        {report.differences.map(({ kind, subject_id, processor_reference, expected, settled }) => (
          <li key={`${kind} ${subject_id} ${processor_reference}`}>
            {inWords(kind)}: <Value name="subject" value={subject_id ?? processor_reference} />{' '}
            {formatMoney(expected, report.currency)} → {formatMoney(settled, report.currency)}
          </li>
        ))}
      </ul>
    </details>
  );
}
