import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { confirmIdentityWords } from '../../generated/words/confirmIdentity.ts';
import { confirmationChannel } from '../../relay/identity-confirmation.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SignInFrame } from '../sign-in/SignInFrame.tsx';

/** Where a provider's window ends: it tells the page that opened it what came of it, and closes. */
export default function IdentityConfirmedScreen() {
  const w = useWords(confirmIdentityWords);
  const isRefused = useSearchParams()[0].has('refused');
  useDocumentTitle(w.document);
  useEffect(() => {
    const channel = new BroadcastChannel(confirmationChannel);
    channel.postMessage(isRefused ? 'refused' : 'confirmed');
    channel.close();
    if (!isRefused) window.close();
  }, [isRefused]);
  return (
    <SignInFrame heading={isRefused ? w.refusedHeading : w.confirmedHeading}>
      <p role="status">{isRefused ? w.refused : w.confirmed}</p>
    </SignInFrame>
  );
}
