/** The section of a changelog for one version, without its heading. @throws Error if it is missing. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => /^\S+/.exec(text)?.[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
  return `${section.slice(section.indexOf('\n')).trim()}\n`;
}
