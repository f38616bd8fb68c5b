/**
 * Plays a story through the public surface and prints it for people:
 *
 *   npm run demo
 *
 * On the Florin at FLORIN_URL, or on the one that runs from this folder; else on one of its own. Ends with
 * exit code 0 only when every step was answered as the story says.
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
  say(`\nAll ${count()} steps were answered as the story says.`);
  return 0;
}
