/**
 * The replicas of a service in the order to try them. With a key its requests go to the same one
 * for as long as that one answers (rendezvous hashing: when a replica comes or goes, only its own
 * keys move), so that a hot account's writes share a batch. Without one the turn decides.
 */
export function orderReplicas(
  replicas: readonly string[],
  key: string | null,
  turn: number,
): readonly string[] {
  if (replicas.length < 2) return replicas;
  if (key === null) {
    const first = turn % replicas.length;
    return [...replicas.slice(first), ...replicas.slice(0, first)];
  }
  return replicas
    .map((replica) => ({ replica, weight: hash(`${replica} ${key}`) }))
    .sort((a, b) => b.weight - a.weight || (a.replica < b.replica ? -1 : 1))
    .map(({ replica }) => replica);
}

/** FNV-1a with the final mix of MurmurHash3: even, quick, and the same in every gateway. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
