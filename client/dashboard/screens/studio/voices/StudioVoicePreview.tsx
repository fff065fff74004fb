import { Loader } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { studioWords } from '../../../generated/words/studio.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { useVoiceSample } from '../../voices/use-voice-sample.ts';
import styles from '../editor/StudioForm.module.css';
import { noStyle } from '../studio-value.ts';

interface StudioVoicePreviewProps {
  voice: string;
  language: string;
  style: string | null;
  /** Empty: the voice's sample. */
  text: string;
}

/** Previews a voice and a style with the first sentence of the typed text. */
export function StudioVoicePreview({ voice, language, style, text }: StudioVoicePreviewProps) {
  const { form: w } = useWords(studioWords);
  const { toggle, busy, isPlaying, failure } = useVoiceSample({
    input: { voice, language, style: style === noStyle ? null : style, text: text || null },
    track: { id: `preview:studio:${voice}`, title: w.hear },
    problems: { none: w.noPreview, failed: w.wentWrong },
  });
  return (
    <>
      <button
        type="button"
        className={styles.hear}
        aria-label={isPlaying ? w.pauseVoice : w.hear}
        title={isPlaying ? w.pauseVoice : w.hear}
        aria-busy={busy}
        onClick={toggle}
      >
        {busy ? (
          <Loader size={16} color="currentColor" />
        ) : isPlaying ? (
          <IconPlayerPauseFilled size={16} />
        ) : (
          <IconPlayerPlayFilled size={16} />
        )}
      </button>
      {failure && (
        <p className={styles.hearFailed} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
