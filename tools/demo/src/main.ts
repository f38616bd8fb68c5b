/**
 * Plays a story through the public surface and prints it for people:
 *
 *   npm run demo
 *
 * On the Florin at FLORIN_URL, or on the one that runs from this folder; else on one of its own. Ends with
 * exit code 0 only when every step was answered as the story says.
 */
import { findFlorin, startFlorin } from './florin.ts';
import { playStory } from './story.ts';
import { makeTeller } from './teller.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopped.abort(new Error('stopped')));

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`demo  ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

async function main(): Promise<number> {
  const url = await findFlorin(process.env);
  if (url !== undefined) return play(url);

  say('No Florin is running here: starting one in a throwaway folder.');
  const florin = await startFlorin(say, stopped.signal);
  try {
    return await play(florin.url);
  } finally {
    say('Stopping it again.');
    await florin.stop();
  }
}

async function play(url: string): Promise<number> {
  say(`A story on ${url}. Amounts are in cents; tokens, passwords and cards are masked.`);
  const { tell, count } = makeTeller({ url, say, signal: stopped.signal });
  await playStory(tell);
  say(`\nAll ${count()} steps were answered as the story says.`);
  return 0;
}
