import { Logo } from '../../ui/Logo.tsx';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';

/** Before the first screen's code is there. */
export function StartupPlaceholder() {
  const w = useWords(uiWords);
  return (
    <div
      style={{ display: 'grid', placeItems: 'center', minHeight: '100dvh' }}
      role="status"
      aria-label={w.loading}
    >
      <Logo size={44} />
    </div>
  );
}
