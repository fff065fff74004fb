// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { useEffect, useMemo, useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useLocation } from 'react-router-dom';
import type { EditAudioMutation } from '../../../__generated__/EditAudioMutation.graphql.ts';
import type {
  EditAudio_audio$data,
  EditAudio_audio$key,
} from '../../../__generated__/EditAudio_audio.graphql.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { useAction } from '../../../relay/use-action.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { Player } from '../../../ui/player/Player.tsx';
import { formatStored } from '../../../words/server-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { AudioPanel } from '../list/AudioPanel.tsx';
import { useAutoplaySetting } from './autoplay-setting.ts';
import { GenerationProgress } from './GenerationProgress.tsx';
import { NoBalance } from '../balance/NoBalance.tsx';
import { readSubmittedText } from './sentence-marks.ts';
import { useStudio } from '../studio-context.ts';
import page from '../Studio.module.css';
import { noStyle, type StudioValue } from '../studio-value.ts';
import { StudioForm, type GenerationInput } from './StudioForm.tsx';
import styles from './StudioForm.module.css';
import { StudioPage } from '../StudioPage.tsx';
import { useAudioEvents } from '../use-audio-events.ts';
import { useProgressivePlayback, type ProgressivePlayback } from './use-progressive-playback.ts';
import { useRefreshedUsage } from '../balance/use-refreshed-usage.ts';
import { useAudioRefusal } from '../use-audio-refusal.tsx';
import { useStudioForm } from './use-studio-form.ts';

/** Navigation state with which the screen is opened. */
export interface EditAudioState {
  /** It was generated just now. */
  generated: true;
}

interface EditAudioProps {
  audio: EditAudio_audio$key;
  languages: readonly { readonly language: string }[];
  /** It is there no more: what is shown of it is what was there last. */
  isAbsent: boolean;
}

const isBusy = (status: string): boolean => status === 'WAITING' || status === 'PROCESSING';

const none: EditAudio_audio$data['sentences'] = [];

/** Returns a key of the sentences' audio, to distinguish one generation from another. */
const soundsOf = (sentences: EditAudio_audio$data['sentences']): string =>
  JSON.stringify(sentences.map(({ text, url }) => [text, url]));

/** One audio: its player, its form, and what can be taken along. */
export function EditAudio({ audio: key, languages, isAbsent }: EditAudioProps) {
  const audio = useFragment(audioFragment, key);
  const w = useWords(studioWords);
  const { person } = useStudio();
  const { slug, text, pauses, language, voice, style, revision, status } = audio;
  const busy = isBusy(status);
  const [round, setRound] = useState(0);
  const { isSlow, isGone: isDeleted } = useAudioEvents(slug, busy, round);
  const isGone = isDeleted || isAbsent;
  const { failure, refuse, clear, dialog } = useAudioRefusal();
  const [update, sending] = useAction<EditAudioMutation>(editAudioMutation);
  const saved = useMemo<StudioValue>(
    () => ({ language, voice, style: style ?? noStyle, ...readSubmittedText({ text, pauses }, language) }),
    [language, voice, style, text, pauses],
  );
  const form = useStudioForm({ person, audio: slug, saved, revision });

  useUsageAfter(busy);
  const [sentences, setFormer] = useCurrentSentences(audio.sentences);
  const listening = useProgressivePlayback(slug, sentences, !busy);
  const [atOnce, setAtOnce] = useAutoplaySetting();
  useFirstPlayback(listening, atOnce && busy);

  const generate = async (what: GenerationInput) => {
    clear();
    const sounds = soundsOf(audio.sentences);
    const outcome = await update({ input: { slug, ...what } }, { tell: false });
    if (!outcome.ok) return refuse(outcome);
    form.settle(outcome.result.audio!.revision);
    if (!isBusy(outcome.result.audio!.status)) return;
    setRound(round + 1);
    setFormer(sounds);
    if (atOnce) listening.start();
  };
  const storedFailure =
    audio.error && status !== 'READY' && !busy ? formatStored(audio.error, audio.errorNotices) : null;
  const why = audio.outOfMinutes ? w.noCharacters.text : storedFailure;
  const isReady = status === 'READY' && audio.url;
  return (
    <StudioPage title={w.editAudio} panel={<AudioPanel audio={audio} />}>
      <NoBalance />
      <header className={page.heading}>
        <h1>{w.editAudio}</h1>
      </header>
      {isGone && (
        <p className={styles.notice} data-warn="" role="alert">
          {w.making.gone}
        </p>
      )}
      {(busy || listening.at !== null) && (
        <GenerationProgress
          busy={busy}
          isSlow={isSlow}
          sentences={sentences}
          listening={listening}
          atOnce={atOnce}
          onAtOnce={setAtOnce}
        />
      )}
      {why && (
        <p className={styles.failed} role="alert">
          <strong>{w.making.failed}</strong> {why}
        </p>
      )}
      {isReady && <ReadyAudio audio={audio} url={isReady} isOlder={form.dirty} />}
      <StudioForm
        form={form}
        languages={languages}
        busy={busy || sending}
        sending={sending || busy}
        locked={isGone}
        failure={failure}
        onEdit={clear}
        onGenerate={(what) => void generate(what)}
        heard={audio.sentences}
      />
      {dialog}
    </StudioPage>
  );
}

/**
 * Returns the sentences of the text that was sent last. Until the server has divided a new text, it still
 * returns those of the text before: once their key is given, there are none until they are replaced.
 */
function useCurrentSentences(sentences: EditAudio_audio$data['sentences']) {
  const [former, setFormer] = useState<string | null>(null);
  const isFormer = former !== null && soundsOf(sentences) === former;
  return [isFormer ? none : sentences, setFormer] as const;
}

/** Plays an audio for which the screen was opened just after it was sent. @param isWanted when it opens */
function useFirstPlayback(listening: ProgressivePlayback, isWanted: boolean): void {
  const { generated } = (useLocation().state ?? {}) as Partial<EditAudioState>;
  const begun = useRef(false);
  useEffect(() => {
    // A reload keeps the address's state: finished audio doesn't play automatically.
    if (begun.current) return;
    begun.current = true;
    if (generated && isWanted) listening.start();
  }, [generated, isWanted, listening]);
}

/** Reads the balance again once an audio is made. */
function useUsageAfter(busy: boolean): void {
  const refreshUsage = useRefreshedUsage();
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy) refreshUsage();
    wasBusy.current = busy;
  }, [busy, refreshUsage]);
}

interface ReadyAudioProps {
  audio: EditAudio_audio$data;
  url: string;
  /** The form was changed since. */
  isOlder: boolean;
}

function ReadyAudio({ audio, url, isOlder }: ReadyAudioProps) {
  const w = useWords(studioWords);
  return (
    <section className={styles.player} aria-label={w.making.player}>
      <h2>{audio.callToAction}</h2>
      <div>
        <Player
          track={{
            id: audio.id,
            url: audioPath(url),
            title: audio.callToAction,
            durationMs: audio.durationMs ?? 0,
          }}
          label={w.making.player}
        />
      </div>
      {isOlder && <p>{w.making.older}</p>}
    </section>
  );
}

const audioFragment = graphql`
  fragment EditAudio_audio on StudioAudio {
    id
    slug
    text
    callToAction
    language
    voice
    style
    pauses {
      end
      ms
    }
    status
    error
    errorNotices {
      code
      parameters
    }
    outOfMinutes
    revision
    url
    durationMs
    sentences {
      text
      url
      durationMs
      pauseMs
    }
    ...AudioPanel_audio
    ...AudioRow_audio
  }
`;

const editAudioMutation = graphql`
  mutation EditAudioMutation($input: UpdateStudioAudioInput!) {
    result: updateStudioAudio(input: $input) {
      __typename
      ... on UpdateStudioAudioSuccess {
        audio {
          revision
          status
          ...EditAudio_audio
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
