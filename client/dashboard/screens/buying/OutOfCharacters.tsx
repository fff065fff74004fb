import { lazy, Suspense } from 'react';
import { withWords } from '../../words/words-part.ts';

/** Its words come with it. */
const BuyCharacters = lazy(() => withWords(import('./BuyCharacters.tsx')));

/** The server's code for an article that stopped without balance. */
export const outOfCharacters = 'SPENDING_OUT_OF_CHARACTERS';

interface OutOfCharactersProps {
  /** Global ID. */
  project: string;
  /** Whether articles wait because nothing is left. */
  waits: boolean;
}

/** Says where articles wait because nothing is left of the balance, and leads to more. */
export function OutOfCharacters({ project, waits }: OutOfCharactersProps) {
  return (
    waits && (
      <Suspense fallback={null}>
        <BuyCharacters project={project} />
      </Suspense>
    )
  );
}
