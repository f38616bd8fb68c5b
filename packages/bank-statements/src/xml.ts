import sax from 'sax';
import { StatementError } from './error.ts';

/** An XML element with its line. */
export interface Element {
  readonly name: string;
  readonly namespace: string;
  /** Counted from 1. */
  readonly line: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** Text content without that of child elements. */
  readonly text: string;
}

interface OpenElement extends Element {
  readonly children: Element[];
  text: string;
}

/** The type definitions lack `strictEntities`. */
const options: sax.SAXOptions & { strictEntities: boolean } = { xmlns: true, strictEntities: true };

const DEPTH_MAX = 64;
const ELEMENTS_MAX = 1_000_000;

/**
 * Parses XML without loading or expanding anything. Refuses document types, which could define
 * entities; only the five predefined entities are known.
 * @throws StatementError for malformed, too deep or too large documents
 */
export function readXml(text: string): Element {
  const parser = sax.parser(true, options);
  const open: OpenElement[] = [];
  let root: Element | undefined;
  let count = 0;
  const fail = (what: string): never => {
    throw new StatementError(parser.line + 1, open.at(-1)?.name ?? null, what);
  };

  parser.onerror = (error) => fail(`not valid XML: ${error.message.split('\n')[0]}`);
  parser.ondoctype = () => fail('a document type declaration is not allowed');
  parser.onopentag = (tag) => {
    // With `xmlns`, tags are always qualified.
    const { local: name, uri: namespace, attributes } = tag as sax.QualifiedTag;
    count += 1;
    if (count > ELEMENTS_MAX) fail(`there are more than ${ELEMENTS_MAX} elements`);
    if (open.length === DEPTH_MAX) fail(`elements are nested more than ${DEPTH_MAX} levels deep`);
    if (root) fail('the file has a second document');
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
