const DEADLY = 'deadly-';

/** Reference of an object whose event ends the process that handles it, in variants that die. */
export function deadlyReference(name: string): string {
  return `${DEADLY}${name}`;
}

export function isDeadly(reference: unknown): boolean {
  return typeof reference === 'string' && reference.startsWith(DEADLY);
}
