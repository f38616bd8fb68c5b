import sax from 'sax';
import { StatementError } from './error.ts';

/** An element of a document, with where it begins. */
export interface Element {
  readonly name: string;
  readonly namespace: string;
  /** Counted from 1. */
  readonly line: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** All that stands in it outside of its children. */
  readonly text: string;
}

interface OpenElement extends Element {
  readonly children: Element[];
  text: string;
}

/** Its types do not know the second one yet. */
const options: sax.SAXOptions & { strictEntities: boolean } = { xmlns: true, strictEntities: true };

const DEPTH_MAX = 64;
const ELEMENTS_MAX = 1_000_000;

/**
 * Reads a document by its elements. Nothing is ever loaded or expanded: a document type, which
 * could define entities, is refused, and only the entities of XML itself are known.
 * @throws StatementError for what is no XML, or too deep or too much of it
 */
export function readXml(text: string): Element {
  const parser = sax.parser(true, options);
  const open: OpenElement[] = [];
  let root: Element | undefined;
  let count = 0;
  const fail = (what: string): never => {
    throw new StatementError(parser.line + 1, open.at(-1)?.name ?? null, what);
  };

  parser.onerror = (error) => fail(`this is no XML: ${error.message.split('\n')[0]}`);
  parser.ondoctype = () => fail('a document type is not taken');
  parser.onopentag = (tag) => {
    // With `xmlns` it is always a qualified one.
    const { local: name, uri: namespace, attributes } = tag as sax.QualifiedTag;
    count += 1;
    if (count > ELEMENTS_MAX) fail(`there are more than ${ELEMENTS_MAX} elements`);
    if (open.length === DEPTH_MAX) fail(`elements are more than ${DEPTH_MAX} deep`);
    if (root) fail('there is a second document');
    const named = Object.values(attributes).map(({ local, value }) => [local, value] as const);
    const line = parser.line + 1;
    open.push({ name, namespace, line, attributes: new Map(named), children: [], text: '' });
  };
  parser.onclosetag = () => {
    const element = open.pop();
    if (!element) return;
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
  };
  const add = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.write(text).close();
  return root ?? fail('the file is empty');
}
