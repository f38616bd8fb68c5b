import type { ComponentChildren } from 'preact';

/** What may be wider than its place, and is moved by keys as well as by fingers. */
export function Wide({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section here is a card.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse moves it by its keys.
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
