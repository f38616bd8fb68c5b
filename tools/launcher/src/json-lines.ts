const levels = { info: 30, warn: 40, fatal: 60 } as const;

/** A line of a program that does not log as the services do, in their form. */
export function toJsonLine(name: string, level: keyof typeof levels, msg: string): string {
  return JSON.stringify({ level: levels[level], time: new Date().toISOString(), name, msg });
}

/** The line itself when it is one JSON object, else one that holds it. */
export function asJsonLine(name: string, line: string): string {
  return isJsonObject(line) ? line : toJsonLine(name, 'info', line);
}

function isJsonObject(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
