import { pathTo } from '../core/routing.ts';
import { texts } from '../texts/index.ts';

export function NotFound() {
  return (
    <>
      <h1>{texts().notFound}</h1>
      <p>
        <a href={pathTo('')}>{texts().home}</a>
      </p>
    </>
  );
}
