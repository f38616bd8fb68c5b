import type { ComponentChildren } from 'preact';

/** A container that scrolls sideways, also by keyboard. */
export function Wide({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section here is a card.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it by keys.
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
