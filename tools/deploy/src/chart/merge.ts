export type Tree = { [name: string]: unknown };

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNamed(list: readonly unknown[]): list is readonly (Tree & { readonly name: string })[] {
  return list.every((item) => isTree(item) && typeof item.name === 'string');
}

/**
 * Applies a strategic merge patch: members are merged, lists of named items by name, and everything
 * else is replaced.
 */
export function merge(base: unknown, patch: unknown): unknown {
  if (isTree(base) && isTree(patch)) {
    const merged: Tree = { ...base };
    for (const [name, value] of Object.entries(patch)) merged[name] = merge(base[name], value);
    return merged;
  }
  if (Array.isArray(base) && Array.isArray(patch) && isNamed(base) && isNamed(patch)) {
    const names = new Set(base.map(({ name }) => name));
    return [
      // kustomize puts added items first.
      ...patch.filter(({ name }) => !names.has(name)),
      ...base.map((item) => merge(item, patch.find(({ name }) => name === item.name) ?? {})),
    ];
  }
  return patch;
}
