import { lazy, Suspense } from 'react';
import { withWords } from '../../words/words-part.ts';

/** Its words come with it. */
const BuyCharacters = lazy(() => withWords(import('./BuyCharacters.tsx')));

interface OutOfCharactersProps {
  /** Global ID. */
  project: string;
  articles: readonly {
    readonly status: string;
    readonly errorNotices: readonly { readonly code: string }[] | null | undefined;
  }[];
}

/** Says where articles wait because nothing is left of the balance, and leads to more. */
export function OutOfCharacters({ project, articles }: OutOfCharactersProps) {
  const waits = articles.some(
    ({ status, errorNotices }) =>
      status === 'ERRORED' && errorNotices?.some(({ code }) => code === 'SPENDING_OUT_OF_CHARACTERS'),
  );
  return (
    waits && (
      <Suspense fallback={null}>
        <BuyCharacters project={project} />
      </Suspense>
    )
  );
}
