import { StatementError } from './error.ts';
import type { Element } from './xml.ts';

export function all({ children }: Element, name: string): readonly Element[] {
  return children.filter((child) => child.name === name);
}

export function one({ children }: Element, name: string): Element | null {
  return children.find((child) => child.name === name) ?? null;
}

/** @throws StatementError when there is no such element. */
export function required(element: Element, name: string): Element {
  const found = one(element, name);
  if (found) return found;
  throw new StatementError(element.line, element.name, `the element ${name} is missing`);
}

/** The text at the end of a path; null if an element is missing or the text is blank. */
export function valueAt(element: Element, ...path: readonly string[]): string | null {
  const [name, ...rest] = path;
  if (name === undefined) return textOf(element) || null;
  const child = one(element, name);
  return child && valueAt(child, ...rest);
}

export function textOf({ text }: Element): string {
  return text.trim();
}
