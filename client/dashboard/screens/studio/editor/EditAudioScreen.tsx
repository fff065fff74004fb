// oxlint-disable relay/unused-fields -- the form reads it
import '../../../ui/forms/forms.css';
import { useState } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Navigate, useParams } from 'react-router-dom';
import type { EditAudioScreenQuery } from '../../../__generated__/EditAudioScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../../relay/loaded-query.ts';
import { EditAudio } from './EditAudio.tsx';

/** One audio, by the slug in the address. One that does not exist leads to a new one. */
export default function EditAudioScreen() {
  const { slug } = useParams();
  const { studioAudio, studio } = usePreloadedQuery<EditAudioScreenQuery>(
    graphql`
    query EditAudioScreenQuery($slug: String!) @preloadable @throwOnFieldError {
      studioAudio(slug: $slug) {
        ...EditAudio_audio
      }
      studio {
        languages {
          language
        }
      }
    }
  `,
    useLoadedQuery<EditAudioScreenQuery>(),
  );
  // What is deleted while it is shown stays, with what was typed.
  const [last, setLast] = useState({ slug, audio: studioAudio });
  if (last.slug !== slug || (studioAudio && last.audio !== studioAudio))
    setLast({ slug, audio: studioAudio });
  const audio = studioAudio ?? (last.slug === slug ? last.audio : null);
  if (!audio) return <Navigate to="/studio/new-audio" replace />;
  return <EditAudio key={slug} audio={audio} languages={studio.languages} isAbsent={!studioAudio} />;
}
