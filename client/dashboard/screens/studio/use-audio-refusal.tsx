import { useState, type ReactNode } from 'react';
import { studioWords } from '../../generated/words/studio.ts';
import type { Outcome } from '../../relay/use-action.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { NoCharacters } from './balance/NoCharacters.tsx';
import { useStudio } from './studio-context.ts';
import { usePremium } from '../buying/use-premium.ts';

/** The code of `out of chars`: nothing is left of the allowance. */
const outOfCharacters = 'SPENDING_OUT_OF_CHARACTERS';

type Failed = Extract<Outcome<never>, { ok: false }>;

/** Shows why audio was not generated: an exhausted allowance in a dialog, all else below the text. */
export function useAudioRefusal(): {
  failure: string | null;
  refuse: (failed: Failed) => void;
  clear: () => void;
  dialog: ReactNode;
} {
  const { form: w } = useWords(studioWords);
  const { studio } = useStudio();
  const { open, opening } = usePremium();
  const [failure, setFailure] = useState<string | null>(null);
  const [isOut, setIsOut] = useState(false);
  const refuse = ({ code, fieldErrors, message }: Failed) => {
    if (code === outOfCharacters) return setIsOut(true);
    setFailure(Object.values(fieldErrors)[0] ?? (message || w.wentWrong));
  };
  const subscribe = async () => {
    await open('checkout', { beside: true });
    setIsOut(false);
  };
  return {
    failure,
    refuse,
    clear: () => setFailure(null),
    dialog: (
      <NoCharacters
        opened={isOut}
        busy={opening}
        onSubscribe={studio.premium.available ? () => void subscribe() : null}
        onClose={() => setIsOut(false)}
      />
    ),
  };
}
