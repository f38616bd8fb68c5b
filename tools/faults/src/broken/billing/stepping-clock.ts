/**
 * Lets somebody set the clock of this process: at the first SIGUSR2 it goes five minutes fast, at
 * the second one it is put back by an hour.
 */
export function letClockBeSet(): void {
  const RealDate = Date;
  const offsetsMs = [5 * 60_000, -55 * 60_000];
  let offsetMs = 0;
  process.on('SIGUSR2', () => {
    offsetMs = offsetsMs.shift() ?? offsetMs;
  });
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(
        target,
        given.length === 0 ? [RealDate.now() + offsetMs] : given,
        newTarget,
      ),
    get: (target, name) =>
      name === 'now' ? () => RealDate.now() + offsetMs : Reflect.get(target, name),
  });
}
