/**
 * Shows the events of a running Florin as they happen, or sends them on:
 *
 *   npm run listen -- --since 1h --forward http://localhost:3000/hook
 */
import { openFlorin, type ShownEvent } from './florin.ts';
import { makeForward, makeSecret } from './forward.ts';
import { lineOf } from './line.ts';
import { listen } from './listen.ts';
import { parseOptions, usage } from './options.ts';
import { findPlace } from './place.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);
const show = (line: string) => process.stdout.write(`${line}\n`);

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopped.abort());

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  say(`listen  ${error instanceof Error ? error.message : error}`);
  return 1;
});
process.exit();

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    show(usage);
    return 0;
  }
  const { since, type, account, forward, json, secret = makeSecret() } = parseOptions(args);
  const place = await findPlace(process.env);
  const florin = openFlorin(place);
  say(`listening to ${place.url}; Ctrl-C ends it`);
  if (forward) say(`forwarding to ${forward}, signed with ${secret}`);
  const send = forward === undefined ? undefined : makeForward(forward, secret);
  const filter = { ...(type && { type }), ...(account && { account_id: account }) };
  const take = async (event: ShownEvent) => {
    const line = json ? JSON.stringify(event) : lineOf(event);
    show(send ? `${line}  ${await send(event)}` : line);
  };
  await listen(florin, { since, filter }, take, say, stopped.signal);
  return 0;
}
