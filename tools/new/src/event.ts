import { publisherOf } from '@florin/contracts';
import { behindLast, type Change, type Tree } from './edit.ts';

const CATALOGUE = 'packages/contracts/src/events.ts';
const EXAMPLES = 'packages/contracts/examples';

const TRIGGERS = 'tools/cli/src/trigger/all.ts';
const PROMISES = 'e2e/contract/events-of.ts';

/**
 * `pnpm new event customer.deleted 'DELETE /v1/customers/{customer_id}'`: its schema, description
 * and example, and the operation that publishes it; without one it occurs by itself.
 */
export function newEvent(tree: Tree, type: string, operation: string): readonly Change[] {
  const [noun = ''] = type.split('.');
  if (!/^[a-z_]+\.[a-z_]+$/.test(type) || publisherOf(type) === undefined)
    throw new Error(
      `${type}: an event is called <noun>.<past participle>, with a noun of event-flows.ts`,
    );
  const catalogue = tree.read(CATALOGUE);
  if (catalogue.includes(`'${type}'`)) throw new Error(`the event ${type} exists already`);
  const [, schema] = new RegExp(`'${noun}\\.[a-z_]+': (\\w+Schema)`).exec(catalogue) ?? [];
  const sibling = tree.list(EXAMPLES).find((file) => file.startsWith(`${noun}.`));
  if (!schema || !sibling) throw new Error(`no event of ${noun} as a model: see ${CATALOGUE}`);
  const entries = new RegExp(`^  '${noun}\\.[a-z_]+': [\\s\\S]*?\\),\\n`, 'gm');
  const entry = `  '${type}': ${schema}.describe('when it comes'),\n`;
  return [
    { path: CATALOGUE, text: behindLast(catalogue, entries, entry) },
    {
      path: `${EXAMPLES}/${type}.json`,
      text: exampleOf(tree.read(`${EXAMPLES}/${sibling}`), type),
    },
    { path: PROMISES, text: withPromise(tree.read(PROMISES), type, operation) },
    { path: TRIGGERS, text: withTrigger(tree.read(TRIGGERS), noun, type) },
  ];
}

/** A copy of the previous trigger, to be replaced: until then the tests fail. */
function withTrigger(triggers: string, noun: string, type: string): string {
  const entries = new RegExp(`^ {2}'${noun}\\.[a-z_]+': ([\\s\\S]*?),\\n(?= {2}'|\\};)`, 'gm');
  const [, before = ''] = [...triggers.matchAll(entries)].at(-1) ?? [];
  return behindLast(triggers, entries, `  '${type}': ${before},\n`);
}

/** The event in the expectations of the whole system's tests. */
function withPromise(promises: string, type: string, operation: string): string {
  if (operation === '')
    return behindLast(promises, /^export const byItself[^=]*= \[\n/gm, `  '${type}',\n`);
  const name = operation.replaceAll(/[{}/.]/g, '\\$&');
  const promised = new RegExp(`^ {2}'${name}': \\[`, 'gm');
  if (promises.search(promised) >= 0) return behindLast(promises, promised, `'${type}', `);
  const untold = new RegExp(`^ {2}'${name}':\\s+'[^']*',\\n`, 'm');
  if (!untold.test(promises)) throw new Error(`${PROMISES} has no ${operation}`);
  return behindLast(
    promises.replace(untold, ''),
    /^export const eventsOf[^=]*= \{\n/gm,
    `  '${operation}': ['${type}'],\n`,
  );
}

function exampleOf(sibling: string, type: string): string {
  return `${JSON.stringify({ ...JSON.parse(sibling), type }, null, 2)}\n`;
}
