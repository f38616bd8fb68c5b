import { showControls } from './fields/controls.ts';

/** Markup that is safe to send. Only `html` creates it. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | null | readonly Html[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Builds markup. Values are escaped for text and quoted attributes, and cannot change the text
 * direction of their surroundings.
 */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const chunks = literals.map((literal, index) => {
    const part = parts[index];
    return part === undefined ? literal : literal + toMarkup(part);
  });
  return { markup: chunks.join('') };
}

function toMarkup(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number')
    return showControls(String(part)).replaceAll(
      /[&<>"']/g,
      (character) => escapes[character] ?? '',
    );
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}
