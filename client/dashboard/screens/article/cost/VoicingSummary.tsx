import { graphql, useFragment } from 'react-relay';
import type { VoicingSummary_voicing$key } from '../../../__generated__/VoicingSummary_voicing.graphql.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';

/** What a save has cost and saved, once it is voiced. @param again whether there was audio before */
export function VoicingSummary({
  voicing: key,
  again,
}: {
  voicing: VoicingSummary_voicing$key;
  again: boolean;
}) {
  const w = useWords(articleWords);
  const { sentencesVoiced, charactersVoiced, charactersSaved } = useFragment(
    graphql`
    fragment VoicingSummary_voicing on LastVoicing {
      sentencesVoiced
      charactersVoiced
      charactersSaved
    }
  `,
    key,
  );
  if (sentencesVoiced === 0) return <span>{w.voicedNothing({ saved: charactersSaved })}</span>;
  return (
    <span>
      {again
        ? w.voicedAgain({ sentences: sentencesVoiced, used: charactersVoiced, saved: charactersSaved })
        : w.voicedFirst({ sentences: sentencesVoiced, used: charactersVoiced })}
    </span>
  );
}
