/**
 * Sets the clock of this process on SIGUSR2: five minutes ahead the first time, back by an hour the
 * second time.
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
