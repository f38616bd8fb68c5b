import type { PartResult } from '../results.ts';
import type { PartName } from '../row.ts';
import { describeLoad, isWithin, listMeasured, plain, withUnit } from './format.ts';

/** Results of a part, for the terminal. */
export function describePart(name: PartName, part: PartResult): string {
  const { rounds, dropped } = part;
  const lines = listMeasured({ parts: { [name]: part } }).map((one) => {
    const { row, spread } = one;
    const verdict = { true: '✓', false: '✗', undefined: ' ' }[String(isWithin(one))];
    const range = `${plain(spread.min)} – ${plain(spread.max)}`;
    const what = `${row.what} (${range})`;
    return [` ${verdict} ${withUnit(spread.median, row.unit)}`, what, describeLoad(one)]
      .filter((text) => text !== '')
      .join('  ');
  });
  const unsteady = dropped === 0 ? '' : `, ${dropped} left out: the machine was not steady`;
  return [`${name}: ${rounds} rounds${unsteady}`, ...lines, ''].join('\n');
}
