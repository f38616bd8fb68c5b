import { type EventType, eventCatalogue } from '@florin/contracts';
import { Argument, type Command } from 'commander';
import { type Io, withCommon } from '../io.ts';
import type { ShownEvent } from '../listen/events.ts';
import { lineOf } from '../listen/line.ts';
import { type Connection, connect, type Where } from '../session/connection.ts';
import { harmless } from '../text/harmless.ts';
import { triggers } from './all.ts';
import { openContext, type TriggerContext, type TriggerResult, until } from './context.ts';

const types = Object.keys(eventCatalogue) as readonly EventType[];

export function addTrigger(program: Command, io: Io): void {
  const list = types.map((type) => `  ${type.padEnd(30)}${wordsOf(type)}`).join('\n');
  withCommon(program.command('trigger'), 'florin trigger payment.succeeded')
    .description('cause an event in a test account')
    .addArgument(new Argument('<event.type>').choices(types))
    .addHelpText('after', `\nEvents:\n${list}`)
    .action((type: EventType, options: Where & { json?: true }) => run(io, type, options));
}

function wordsOf(type: EventType): string {
  return eventCatalogue[type].description ?? '';
}

async function run(io: Io, type: EventType, options: Where & { json?: true }): Promise<void> {
  const place = await connect(io.env, options);
  const event = await makeHappen(place, type, (line) => io.say(harmless(line)));
  if (options.json) io.showJson(event);
  else io.show(lineOf(event));
}

/** Causes an event, and waits until it has arrived. */
export async function makeHappen(
  place: Connection,
  type: EventType,
  say: (line: string) => void,
): Promise<ShownEvent> {
  const context = await openContext(place, say);
  const since = new Date().toISOString();
  return findEvent(context, type, since, await triggers[type](context));
}

/** The event about this object, once it has arrived. */
function findEvent(
  { florin }: TriggerContext,
  type: EventType,
  since: string,
  { objectId, seenBy = florin }: TriggerResult,
): Promise<ShownEvent> {
  const query = {
    type,
    created_after: since,
    ...(objectId !== undefined && { object_id: objectId }),
    limit: 1,
  };
  return until(
    `${type}${objectId ? ` of ${objectId}` : ''} among the events that you may see`,
    async () => {
      const { data } = await seenBy.get('/v1/events', { query });
      return data[0] as ShownEvent | undefined;
    },
  );
}
