import { once } from 'node:events';
import { makeDay } from './day.ts';
import { putOpenLoad } from './open-load.ts';
import type { DayLoad } from './run-load.ts';
import { makeWindows } from './window.ts';

const gone = new AbortController();
process.once('disconnect', () => gone.abort(new Error('the parent process is gone')));
const [load] = await once(process, 'message');
await run(load as DayLoad);
process.disconnect();

async function run({ perSecond, windowMs, holders, logins, seed, ...load }: DayLoad) {
  const day = makeDay({ holders, logins, seed, nowMs: Date.now });
  const windows = makeWindows();
  const report = () => process.send?.(windows.take());
  const reporting = setInterval(report, windowMs);
  await putOpenLoad({
    ...load,
    streams: [
      { perSecond: perSecond.requests, next: day.nextRequest },
      { perSecond: perSecond.logins, next: day.nextLogin },
      { perSecond: perSecond.refreshes, next: day.nextRefresh },
    ],
    windows,
    signal: gone.signal,
  });
  clearInterval(reporting);
  report();
}
