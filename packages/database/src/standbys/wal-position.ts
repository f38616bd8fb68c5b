/** A write-ahead log position (LSN), comparable between a primary and its standbys. */
export type WalPosition = bigint;

const WRITTEN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Parses `16/B374D848`; undefined if invalid. */
export function parseWalPosition(text: string): WalPosition | undefined {
  const [, high, low] = WRITTEN.exec(text) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function showWalPosition(position: WalPosition): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();
}

export function laterOf(a: WalPosition, b: WalPosition): WalPosition {
  return a > b ? a : b;
}
