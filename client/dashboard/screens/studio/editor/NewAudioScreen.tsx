// oxlint-disable relay/unused-fields -- the form reads it
import '../../../ui/forms/forms.css';
import { useMemo } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { NewAudioScreenMutation } from '../../../__generated__/NewAudioScreenMutation.graphql.ts';
import type { NewAudioScreenQuery } from '../../../__generated__/NewAudioScreenQuery.graphql.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { useLoadedQuery } from '../../../relay/loaded-query.ts';
import { useAction } from '../../../relay/use-action.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { EditAudioState } from './EditAudio.tsx';
import { NoBalance } from '../balance/NoBalance.tsx';
import { useStudio } from '../studio-context.ts';
import styles from '../Studio.module.css';
import { noStyle, type StudioValue } from '../studio-value.ts';
import { StudioForm, type GenerationInput } from './StudioForm.tsx';
import { StudioPage } from '../StudioPage.tsx';
import { useAudioRefusal } from '../use-audio-refusal.tsx';
import { useStudioForm } from './use-studio-form.ts';

/** Text in, a voice out. What was generated goes straight to its own page. */
export default function NewAudioScreen() {
  const {
    studio: { languages },
  } = usePreloadedQuery<NewAudioScreenQuery>(
    graphql`
    query NewAudioScreenQuery @preloadable @throwOnFieldError {
      studio {
        languages {
          language
        }
      }
    }
  `,
    useLoadedQuery<NewAudioScreenQuery>(),
  );
  const w = useWords(studioWords);
  const { person, studio } = useStudio();
  const navigate = useNavigate();
  const { failure, refuse, clear, dialog } = useAudioRefusal();
  const [create, sending] = useAction<NewAudioScreenMutation>(graphql`
    mutation NewAudioScreenMutation($input: CreateStudioAudioInput!) {
      result: createStudioAudio(input: $input) {
        __typename
        ... on CreateStudioAudioSuccess {
          audio {
            slug
            revision
            ...EditAudio_audio
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const saved = useMemo<StudioValue>(
    () => ({
      language: studio.defaultLanguage ?? null,
      voice: studio.defaultVoice?.name ?? null,
      style: noStyle,
      text: '',
      marks: [],
    }),
    [studio.defaultLanguage, studio.defaultVoice?.name],
  );
  const form = useStudioForm({ person, audio: null, saved, revision: null });
  const generate = async (input: GenerationInput) => {
    clear();
    const sent = form.value;
    const outcome = await create({ input }, { tell: false });
    if (!outcome.ok) return refuse(outcome);
    const { slug, revision } = outcome.result.audio!;
    form.handOver(sent, slug, revision);
    await navigate(`/studio/edit-audio/${slug}`, { state: { generated: true } satisfies EditAudioState });
  };
  return (
    <StudioPage title={w.newAudio}>
      <NoBalance />
      <header className={styles.heading}>
        <div>
          <h1>{w.newAudio}</h1>
          <p>{w.form.lead}</p>
        </div>
      </header>
      <StudioForm
        form={form}
        languages={languages}
        busy={sending}
        sending={sending}
        failure={failure}
        onEdit={clear}
        onGenerate={(what) => void generate(what)}
      />
      {dialog}
    </StudioPage>
  );
}
