/** JSON text of a value with bigints in it; {@link fromJsonText} reads it back as it was. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? { $minor: item.toString() } : item,
  );
}

export function fromJsonText<Value>(text: string): Value {
  return JSON.parse(text, (_key, item: unknown) => (isMinor(item) ? BigInt(item.$minor) : item));
}

function isMinor(item: unknown): item is { $minor: string } {
  if (item === null || typeof item !== 'object') return false;
  return '$minor' in item && typeof item.$minor === 'string' && Object.keys(item).length === 1;
}
