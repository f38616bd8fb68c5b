/**
 * `npm run demo`: plays a story through the public API and prints it, on the Florin at FLORIN_URL,
 * of this folder, or on a new one. Exits with 0 only if every step got its expected answer.
 */
import { runTool } from '@florin/system-kit';
import { findFlorin, startFlorin } from './florin.ts';
import { makeNarrator } from './narrator.ts';
import { playStory } from './story.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runTool('demo', main);

async function main(signal: AbortSignal): Promise<number> {
  const url = await findFlorin(process.env);
  if (url !== undefined) return play(url, signal);

  say('No Florin is running here: starting one in a throwaway folder.');
  const florin = await startFlorin(say, signal);
  try {
    return await play(florin.url, signal);
  } finally {
    say('Stopping it again.');
    await florin.stop();
  }
}

async function play(url: string, signal: AbortSignal): Promise<number> {
  say(`A story on ${url}. Amounts are in cents; tokens, passwords and cards are masked.`);
  const { narrate, count } = makeNarrator({ url, say, signal });
  await playStory(narrate);
  say(`\nAll ${count()} steps got the expected answers.`);
  return 0;
}
