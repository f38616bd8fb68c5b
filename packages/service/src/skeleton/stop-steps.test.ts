import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from '../program/log.ts';
import { makeStopSteps } from './stop-steps.ts';

const limitsMs = { requests: 50, work: 50, resources: 50, database: 50 };

function makeSteps() {
  const lines: string[] = [];
  const destination = new PassThrough().on('data', (line) => lines.push(String(line)));
  return { ...makeStopSteps(createLog('test', destination), limitsMs), log: () => lines.join('') };
}

it('skips a step that hangs, and logs it', async () => {
  const steps = makeSteps();
  let isClosed = false;
  steps.add('work', () => new Promise(() => {}));
  steps.add('database', () => {
    isClosed = true;
  });
  await steps.run();
  expect(isClosed).toBe(true);
  expect(steps.log()).toContain('"step":"work"');
});

it('runs all other steps after a failure, and then reports it', async () => {
  const steps = makeSteps();
  const closed: string[] = [];
  steps.add('work', () => {
    throw new Error('at once');
  });
  steps.add('work', () => closed.push('beside it'));
  steps.add('resources', () => Promise.reject(new Error('later')));
  steps.add('database', () => closed.push('behind it'));
  await expect(steps.run()).rejects.toThrow('at once');
  expect(closed).toEqual(['beside it', 'behind it']);
});

it('runs once, however often it is called', async () => {
  const steps = makeSteps();
  let times = 0;
  steps.add('requests', () => {
    times += 1;
  });
  await Promise.all([steps.run(), steps.run()]);
  await steps.run();
  expect(times).toBe(1);
});
