const levels = { info: 30, warn: 40, fatal: 60 } as const;

/** Converts output of other programs to the services' log format. */
export function toJsonLine(name: string, level: keyof typeof levels, msg: string): string {
  return JSON.stringify({ level: levels[level], time: new Date().toISOString(), name, msg });
}

/** The line itself if it is one JSON object, else one that contains it. */
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
