import { expect, it } from 'vitest';
import { type Running, type Supervised, supervise } from './supervisor.ts';

/** A process that ends when the test says so. */
function makeThing(options: { readonly ready: boolean }) {
  const lives: { end: (how: string) => void }[] = [];
  const thing: Supervised = {
    name: 'ledger-1',
    quickDeathsMax: 3,
    start: async (): Promise<Running> => {
      const exited = Promise.withResolvers<string>();
      lives.push({ end: exited.resolve });
      return {
        pid: lives.length,
        port: 1,
        url: 'http://127.0.0.1:1',
        exited: exited.promise,
        wasReady: () => options.ready,
        lastLines: () => 'Error: no config',
        stop: async () => exited.resolve('was stopped'),
        kill: () => exited.resolve('was killed'),
      };
    },
  };
  return { thing, lives };
}

function makeEvents() {
  const seen: string[] = [];
  const hopeless = Promise.withResolvers<Error>();
  return {
    seen,
    hopeless: hopeless.promise,
    events: {
      onUp: async (_name: string, { pid }: Running) => void seen.push(`up ${pid}`),
      onDown: async () => void seen.push('down'),
      onRestart: (message: string) => void seen.push(message),
      onHopeless: (error: Error) => hopeless.resolve(error),
    },
  };
}

it('restarts a process that died, immediately the first time', async () => {
  const { thing, lives } = makeThing({ ready: true });
  const { events, seen } = makeEvents();
  const supervision = supervise(thing, events);
  await supervision.firstStart;
  lives[0]?.end('was ended by SIGKILL');
  await expect.poll(() => lives.length).toBe(2);
  await supervision.stop();
  expect(seen).toEqual([
    'up 1',
    'down',
    'ledger-1 was ended by SIGKILL; starting it again now',
    'up 2',
    'down',
  ]);
});

it('gives up a process that dies repeatedly without ever having been ready', async () => {
  const { thing, lives } = makeThing({ ready: false });
  const { events, hopeless } = makeEvents();
  const supervision = supervise(thing, events);
  for (let life = 0; life < 3; life += 1) {
    await expect.poll(() => lives.length).toBe(life + 1);
    lives[life]?.end('ended with exit code 1');
  }
  const { message } = await hopeless;
  expect(message).toBe('ledger-1 does not start: ended with exit code 1\nError: no config');
  await supervision.stop();
});

it('stops a process that was still starting when the stop came', async () => {
  const { thing } = makeThing({ ready: true });
  const { events, seen } = makeEvents();
  await supervise(thing, events).stop();
  expect(seen).toEqual(['up 1', 'down']);
});
