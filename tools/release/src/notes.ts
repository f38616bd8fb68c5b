/** The section of a changelog for one version, without its heading. @throws Error if it is missing. */
export function notesOf(changelog: string, version: string): string {
  const heading = new RegExp(`^## ${RegExp.escape(version)}(?: .*)?$`, 'm').exec(changelog);
  if (!heading) throw new Error(`CHANGELOG.md has no section for ${version}`);
  const rest = changelog.slice(heading.index + heading[0].length);
  const [section = ''] = rest.split(/^## /m);
  return `${section.trim()}\n`;
}
