import { formatMoney } from '../core/format.ts';
import { texts } from '../texts/index.ts';

const COLOR = /^#[0-9a-f]{6}$/i;
const AMOUNT = 12_900;

/** Preview of the payment page, emails and documents with the typed brand. */
export function BrandPreview({ profile }: { readonly profile: Readonly<Record<string, unknown>> }) {
  const { legal_name, logo, color, footer, email, phone } = profile;
  const name = String(legal_name || 'Florin');
  // The page's content security policy forbids style attributes; scripts may set styles.
  const paint = (band: HTMLElement | null) =>
    band?.style.setProperty('background', COLOR.test(String(color)) ? String(color) : '');
  const head =
    typeof logo === 'string' && logo.startsWith('data:image/') ? (
      <img src={logo} alt={name} />
    ) : (
      <strong>
        <bdi>{name}</bdi>
      </strong>
    );
  const amount = formatMoney(AMOUNT, 'EUR');
  const reached = [email, phone].filter((each) => each).join(' · ');
  return (
    <div class="brand-previews">
      <figure>
        <figcaption>{texts().asPage}</figcaption>
        <div class="brand-preview">
          <div class="band" ref={paint} />
          {head}
          <p class="big">{amount}</p>
          <span class="fake-button" ref={paint} aria-hidden="true">
            {texts().pay}
          </span>
        </div>
      </figure>
      <figure>
        <figcaption>{texts().asMail}</figcaption>
        <div class="brand-preview">
          {head}
          <p>
            <bdi>{name}</bdi>: {amount}
          </p>
          <p class="quiet">
            <bdi>{reached}</bdi>
          </p>
        </div>
      </figure>
      <figure>
        <figcaption>{texts().documentPdf}</figcaption>
        <div class="brand-preview paper">
          <div class="band" ref={paint} />
          {head}
          <p class="quiet">INV-2026-00042</p>
          <p class="big">{amount}</p>
          <p class="quiet">
            <bdi>{String(footer ?? '')}</bdi>
          </p>
        </div>
      </figure>
    </div>
  );
}
