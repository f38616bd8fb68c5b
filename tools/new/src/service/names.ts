/** A service's name in code: `loyalty`, `Loyalty`, `LOYALTY`. */
export interface Names {
  readonly name: string;
  readonly Name: string;
  readonly NAME: string;
}

export function namesOf(name: string): Names {
  const NAME = name.toUpperCase();
  return { name, Name: NAME.charAt(0) + name.slice(1), NAME };
}
