/** Minimum contrast of text (WCAG 2.2, success criterion 1.4.3). */
const CONTRAST_MIN = 4.5;
const WHITE = 1;

/** Whether a color, `#rrggbb`, is readable on white. */
export function isReadableOnWhite(color: string): boolean {
  return (WHITE + 0.05) / (luminanceOf(color) + 0.05) >= CONTRAST_MIN;
}

/** Relative luminance (WCAG 2.2, glossary). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
