import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { voicesWords } from '../../generated/words/voices.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './VoicePreviewButton.module.css';
import { useVoiceSample } from './use-voice-sample.ts';

/** The sample of a voice, whether it is chosen or not. */
export function VoicePreviewButton({
  name,
  label,
  language,
}: {
  name: string;
  label: string;
  language: string;
}) {
  const w = useWords(voicesWords);
  const { toggle, busy, isPlaying, progress, failure } = useVoiceSample({
    input: { voice: name, language },
    track: { id: `preview:${name}:${language}`, title: label },
    problems: { none: w.noPreview },
  });
  return (
    <>
      <button
        type="button"
        className={styles.hear}
        style={{ '--progress': `${progress}%` } as React.CSSProperties}
        aria-label={isPlaying ? w.pauseVoice({ voice: label }) : w.hear({ voice: label })}
        aria-disabled={busy}
        onClick={toggle}
      >
        {isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
      </button>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
