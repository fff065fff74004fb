import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { studioWords } from '../../../generated/words/studio.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { PlayButton } from '../../../ui/player/PlayButton.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import { markOf, sentencesOf, withMark, type SentenceMark } from './sentence-marks.ts';
import styles from './StudioForm.module.css';
import { voicesByProvider, type StudioVoice } from '../voices/studio-voices.ts';
import type { PlayableSentence } from './use-progressive-playback.ts';

interface SentenceRowsProps {
  text: string;
  language: string | null;
  voices: readonly StudioVoice[];
  marks: readonly SentenceMark[];
  /** As they were voiced last. */
  heard: readonly PlayableSentence[];
  disabled: boolean;
  onChange: (marks: readonly SentenceMark[]) => void;
}

const step = 30;
/** Silences that are offered, in milliseconds. */
const pauses = [0, 250, 500, 1000, 2000, 3000, 5000, 10_000];

/** Shows a text sentence by sentence, each with an optional voice and pause. */
export function SentenceRows({
  text,
  language,
  voices,
  marks,
  heard,
  disabled,
  onChange,
}: SentenceRowsProps) {
  const { sentences: w } = useWords(studioWords);
  const sentences = useMemo(() => sentencesOf(text, language), [text, language]);
  const groups = useMemo(() => voicesByProvider(voices), [voices]);
  const sounds = useMemo(() => new Map(heard.map((one) => [one.text.trim(), one])), [heard]);
  const [shown, setShown] = useState(step);
  if (sentences.length === 0) return <p className={styles.nothing}>{w.empty}</p>;
  const more = Math.min(step, sentences.length - shown);
  return (
    <>
      <div className={styles.sentencesHead}>
        <p className={styles.hint}>{w.hint}</p>
        {marks.length > 0 && !disabled && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange([])}>
            {w.reset}
          </Button>
        )}
      </div>
      <ol className={styles.sentences}>
        {sentences.slice(0, shown).map((sentence, index) => (
          <SentenceRow
            key={index}
            number={index + 1}
            said={text.slice(sentence.start, sentence.end)}
            mark={markOf(marks, sentence)}
            sound={sounds.get(text.slice(sentence.start, sentence.end))}
            voices={voices}
            groups={groups}
            disabled={disabled}
            onMark={(part) => onChange(withMark(marks, sentence, part))}
          />
        ))}
      </ol>
      {more > 0 && (
        <Button
          variant="default"
          size="xs"
          style={{ justifySelf: 'start' }}
          onClick={() => setShown(shown + step)}
        >
          {w.more({ count: more })}
        </Button>
      )}
    </>
  );
}

interface SentenceRowProps extends Pick<SentenceRowsProps, 'voices' | 'disabled'> {
  /** From 1. */
  number: number;
  said: string;
  mark: SentenceMark | undefined;
  /** As it was voiced last. */
  sound: PlayableSentence | undefined;
  groups: ReturnType<typeof voicesByProvider>;
  onMark: (part: Parameters<typeof withMark>[2]) => void;
}

function SentenceRow({ number, said, mark, sound, voices, groups, disabled, onMark }: SentenceRowProps) {
  const { sentences: w } = useWords(studioWords);
  const pauseOptions =
    mark?.pauseMs != null && !pauses.includes(mark.pauseMs)
      ? [...pauses, mark.pauseMs].sort((a, b) => a - b)
      : pauses;
  return (
    <li data-special={mark ? '' : undefined}>
      {sound?.url ? (
        <PlayButton
          title={w.text({ number })}
          track={{
            id: `preview:sentence:${number - 1}`,
            url: audioPath(sound.url),
            title: said,
            durationMs: sound.durationMs ?? 0,
          }}
        />
      ) : (
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
      )}
      <p>{said}</p>
      <select
        aria-label={w.voice({ number })}
        disabled={disabled}
        value={mark?.voice ?? ''}
        onChange={({ currentTarget }) => onMark({ voice: currentTarget.value || null })}
      >
        <option value="">{w.same}</option>
        {mark?.voice && !voices.some(({ name }) => name === mark.voice) && (
          <option value={mark.voice}>{mark.voice}</option>
        )}
        {groups.map(({ group, voices: of }) => (
          <optgroup key={group} label={group}>
            {of.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <select
        aria-label={w.pause({ number })}
        disabled={disabled}
        value={mark?.pauseMs ?? ''}
        onChange={({ currentTarget: { value } }) => onMark({ pauseMs: value === '' ? null : Number(value) })}
      >
        <option value="">{w.noPause}</option>
        {pauseOptions.map((ms) => (
          <option key={ms} value={ms}>
            {w.seconds({ seconds: ms / 1000 })}
          </option>
        ))}
      </select>
    </li>
  );
}
