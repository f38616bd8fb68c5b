import { publisherOf } from '@florin/contracts';
import { behindLast, type Change, type Tree } from './edit.ts';

const CATALOGUE = 'packages/contracts/src/events.ts';
const EXAMPLES = 'packages/contracts/examples';

const TRIGGERS = 'tools/cli/src/trigger/all.ts';
const BY_ITSELF = 'e2e/contract/events-of.ts';
const CONTRACTS = 'e2e/contract/operations';

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
    withPromise(tree, type, operation),
    { path: TRIGGERS, text: withTrigger(tree.read(TRIGGERS), noun, type) },
  ];
}

/** A copy of the previous trigger, to be replaced: until then the tests fail. */
function withTrigger(triggers: string, noun: string, type: string): string {
  const entries = new RegExp(`^ {2}'${noun}\\.[a-z_]+': ([\\s\\S]*?),\\n(?= {2}'|\\};)`, 'gm');
  const [, before = ''] = [...triggers.matchAll(entries)].at(-1) ?? [];
  return behindLast(triggers, entries, `  '${type}': ${before},\n`);
}

/** The event in the contract of its operation, or among those that occur by themselves. */
function withPromise(tree: Tree, type: string, operation: string): Change {
  if (operation === '') {
    const list = /^export const byItself[^=]*= \[\n/gm;
    return { path: BY_ITSELF, text: behindLast(tree.read(BY_ITSELF), list, `  '${type}',\n`) };
  }
  const path = tree
    .list(CONTRACTS)
    .map((file) => `${CONTRACTS}/${file}`)
    .find((each) => tree.read(each).includes(`\n  operation: '${operation}',\n`));
  if (path === undefined) throw new Error(`${CONTRACTS} has no ${operation}`);
  const contract = tree.read(path);
  const listed = /^ {2}events: \[/gm;
  if (contract.search(listed) >= 0)
    return { path, text: behindLast(contract, listed, `'${type}', `) };
  const text = contract.replace(/^ {2}withoutEvents:\s+'[^']*',\n/m, `  events: ['${type}'],\n`);
  if (text === contract) throw new Error(`${path} has neither events nor withoutEvents`);
  return { path, text };
}

function exampleOf(sibling: string, type: string): string {
  return `${JSON.stringify({ ...JSON.parse(sibling), type }, null, 2)}\n`;
}
