/** JSON text of a value with bigints; {@link fromJsonText} restores it. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? { $minor: item.toString() } : item,
  );
}

export function fromJsonText<Value>(text: string): Value {
  return revived(JSON.parse(text)) as Value;
}

/** Works in place: a `JSON.parse` reviver would take several times as long. */
function revived(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isMinor(value)) return BigInt(value.$minor);
  const holder = value as Record<string, unknown>;
  for (const key in holder) {
    const item = holder[key];
    if (item !== null && typeof item === 'object') holder[key] = revived(item);
  }
  return value;
}

function isMinor(item: object): item is { $minor: string } {
  return '$minor' in item && typeof item.$minor === 'string' && Object.keys(item).length === 1;
}
