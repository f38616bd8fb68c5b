import type { ApiDocument } from '../document/model.ts';

/**
 * Example IDs by parameter name: from members such as `customer_id`, and from the `id` of objects.
 */
export function exampleIdsOf({ tags }: ApiDocument): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const note = (name: string, id: string) => {
    if (!ids.has(name)) ids.set(name, id);
  };

  function read(value: unknown): void {
    if (Array.isArray(value)) value.forEach(read);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const { object, id } = value as { readonly object?: unknown; readonly id?: unknown };
    if (typeof object === 'string' && typeof id === 'string') note(`${object}_id`, id);
    for (const [name, member] of Object.entries(value)) {
      if (name.endsWith('_id') && typeof member === 'string') note(name, member);
      read(member);
    }
  }

  for (const { operations } of tags)
    for (const { answers, bodies } of operations) {
      for (const { content } of answers) read(content?.example);
      for (const { example } of bodies) read(example);
    }
  return ids;
}
