import { publisherOf } from '@florin/contracts';
import { behindLast, type Change, type Tree } from './edit.ts';

const CATALOGUE = 'packages/contracts/src/events.ts';
const EXAMPLES = 'packages/contracts/examples';

/** `pnpm new event customer.deleted`: its schema, its meaning and an example of it. */
export function newEvent(tree: Tree, type: string): readonly Change[] {
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
  ];
}

function exampleOf(sibling: string, type: string): string {
  return `${JSON.stringify({ ...JSON.parse(sibling), type }, null, 2)}\n`;
}
