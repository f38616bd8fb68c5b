import type { Command } from 'commander';
import { type Io, withCommon } from '../io.ts';
import type { Where } from '../session/connection.ts';
import { harmless, toHarmlessJson } from '../text/harmless.ts';
import { eventsOf, type ShownEvent } from './events.ts';
import { makeForward, makeSecret } from './forward.ts';
import { lineOf } from './line.ts';
import { listen } from './listen.ts';
import { toSince, typesOf } from './options.ts';
import { findListener } from './place.ts';

interface ListenOptions extends Where {
  readonly since?: string;
  readonly types?: readonly string[];
  readonly account?: string;
  readonly forward?: string;
  readonly secret?: string;
  readonly json?: true;
}

const several = (value: string, before: readonly string[] = []) => [...before, value];

export function addListen(program: Command, io: Io): void {
  withCommon(
    program.command('listen'),
    'florin listen --since 1h --forward http://localhost:3000/hook',
  )
    .description('show events as they happen, or forward them like webhooks; stop with Ctrl-C')
    .option('--since <time>', 'include events since then: 1h (s, m, h, d), or an instant')
    .option('--types <type,…>', 'only these types, such as payment.*,invoice.paid', several)
    .option('--type <type>', 'same as --types', several)
    .option('--account <id>', 'only of this account')
    .option('--forward <url>', 'send each event to this URL, signed (Standard Webhooks)')
    .option('--secret <whsec_…>', 'signing secret (default: a new one, which is printed)')
    .action((options: ListenOptions & { type?: readonly string[] }) =>
      run(io, { ...options, types: [...(options.types ?? []), ...(options.type ?? [])] }),
    );
}

/** Aborted by Ctrl-C, SIGTERM and SIGHUP. */
function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopped.abort());
  return stopped.signal;
}

async function run(io: Io, options: ListenOptions): Promise<void> {
  const { since, types = [], account, forward, secret = makeSecret(), json } = options;
  const from = since === undefined ? undefined : toSince(since);
  const { type, matches } = typesOf(types);
  const place = await findListener(io.env, options);
  io.say(`listening to ${place.url}; Ctrl-C ends it`);
  if (forward) io.say(`forwarding to ${forward}, signed with ${secret}`);
  const send = forward === undefined ? undefined : makeForward(forward, secret);
  const filter = { ...(type && { type }), ...(account && { account_id: account }) };
  const take = async (event: ShownEvent) => {
    if (!matches(event)) return;
    const line = json ? toHarmlessJson(event) : lineOf(event);
    io.show(send ? `${line}  ${harmless(await send(event))}` : line);
  };
  await listen(eventsOf(place), { since: from, filter }, take, io.say, stopSignal());
}
