import { lazy, Suspense } from 'react';
import { useIdentityConfirmation } from '../../relay/identity-confirmation.ts';
import { withWords } from '../../words/words-part.ts';

const ConfirmIdentity = lazy(() => withWords(import('./ConfirmIdentity.tsx')));

/** Where the dialog appears in which a person confirms who it is; it is in the page once. */
export function IdentityOutlet() {
  const question = useIdentityConfirmation();
  return (
    question && (
      <Suspense fallback={null}>
        <ConfirmIdentity onClose={question.close} />
      </Suspense>
    )
  );
}
