import { languages, useLanguage, type Language } from '../words/language.ts';
import { shellWords } from '../generated/words/shell.ts';
import { useWords } from '../words/word-catalogue.ts';
import styles from './LanguageSwitch.module.css';
import { switchLanguage } from './switch-language.ts';

/**
 * Shows the languages by their own names, and marks the current one.
 * @param onSwitch called with the chosen language, so that it is stored beyond this browser
 */
export function LanguageSwitch({ onSwitch }: { onSwitch?: (language: Language) => void }) {
  const w = useWords(shellWords);
  const shown = useLanguage();
  return (
    <div className={styles.switch} role="group" aria-label={w.language}>
      {(Object.keys(languages) as Language[]).map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === shown}
          onClick={() => {
            switchLanguage(code);
            onSwitch?.(code);
          }}
        >
          {languages[code]}
        </button>
      ))}
    </div>
  );
}
