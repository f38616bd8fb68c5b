import { publisherOf } from '@florin/contracts';
import { behindLast, type Change, type Tree } from './edit.ts';

const CATALOGUE = 'packages/contracts/src/events.ts';
const EXAMPLES = 'packages/contracts/examples';

const TRIGGERS = 'tools/cli/src/trigger/all.ts';
const PROMISES = 'e2e/contract/events-of.ts';

/**
 * `pnpm new event customer.deleted 'DELETE /v1/customers/{customer_id}'`: its schema, its meaning and an
 * example of it, and which operation it tells of; without one it comes by itself.
 */
export function newEvent(tree: Tree, type: string, operation: string): readonly Change[] {
  const [noun = ''] = type.split('.');
  if (!/^[a-z_]+\.[a-z_]+$/.test(type) || publisherOf(type) === undefined)
    throw new Error(
      `${type}: an event is called <noun>.<what has happened>, by a noun of event-flows.ts`,
    );
  const catalogue = tree.read(CATALOGUE);
  if (catalogue.includes(`'${type}'`)) throw new Error(`there is an event ${type}`);
  const [, schema] = new RegExp(`'${noun}\\.[a-z_]+': (\\w+Schema)`).exec(catalogue) ?? [];
  const sibling = tree.list(EXAMPLES).find((file) => file.startsWith(`${noun}.`));
  if (!schema || !sibling) throw new Error(`no event of ${noun} to begin from: see ${CATALOGUE}`);
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

/** What makes the one before it happen is to be replaced: until then the tests look for it in vain. */
function withTrigger(triggers: string, noun: string, type: string): string {
  const entries = new RegExp(`^ {2}'${noun}\\.[a-z_]+': ([\\s\\S]*?),\\n(?= {2}'|\\};)`, 'gm');
  const [, before = ''] = [...triggers.matchAll(entries)].at(-1) ?? [];
  return behindLast(triggers, entries, `  '${type}': ${before},\n`);
}

/** What the tests of the whole system look for, and where. */
function withPromise(promises: string, type: string, operation: string): string {
  if (operation === '')
    return behindLast(promises, /^export const byItself[^=]*= \[\n/gm, `  '${type}',\n`);
  const name = operation.replaceAll(/[{}/.]/g, '\\$&');
  const told = new RegExp(`^ {2}'${name}': \\[`, 'gm');
  if (promises.search(told) >= 0) return behindLast(promises, told, `'${type}', `);
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
