/** The same object with one member derived from its sound value. */
export function changeMember<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  change: (member: Target[Name]) => Target[Name],
): Target {
  return new Proxy(target, {
    get(_, asked) {
      const own: unknown = Reflect.get(target, asked);
      const member = typeof own === 'function' ? own.bind(target) : own;
      return asked === name ? change(member as Target[Name]) : member;
    },
  });
}
