import { useEffect, useRef, useState } from 'preact/hooks';

interface Props {
  readonly id: string;
  readonly isTime?: boolean;
  readonly value: string;
  /** Called when typing is complete. */
  readonly set: (value: string) => void;
}

/** Keeps typed text while events redraw the page around it. */
export function Typed({ id, isTime = false, value, set }: Props) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(value);
  }, [value]);
  const common = {
    ...{ ref: input, id, value: typed },
    onInput: (event: InputEvent & { readonly currentTarget: HTMLInputElement }) =>
      setTyped(event.currentTarget.value),
    onChange: (event: Event & { readonly currentTarget: HTMLInputElement }) =>
      set(event.currentTarget.value),
  };
  return isTime ? (
    <input type="datetime-local" {...common} />
  ) : (
    <input type="text" autocomplete="off" spellcheck={false} {...common} />
  );
}
