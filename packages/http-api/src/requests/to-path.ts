/** The path of a request target, without its query string. */
export function toPath(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}
