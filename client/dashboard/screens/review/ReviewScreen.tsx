import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ReviewScreenClaimMutation } from '../../__generated__/ReviewScreenClaimMutation.graphql.ts';
import type { ReviewScreenQuery } from '../../__generated__/ReviewScreenQuery.graphql.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction } from '../../relay/use-action.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { audioPath } from '../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import { Player } from '../../ui/player/Player.tsx';
import { reviewWords } from '../../generated/words/review.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { Findings } from './Findings.tsx';
import { sentenceAtMs } from './sentence-at.ts';
import styles from './Review.module.css';
import { WordReplacements } from './WordReplacements.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import { qaPart } from './review-part.ts';
import { SpeechCheck } from './SpeechCheck.tsx';

/** Plays one article beside its text to be rated, with the findings next to it. */
export default function ReviewScreen() {
  const { project, article } = usePreloadedQuery<ReviewScreenQuery>(
    reviewScreenQuery,
    useLoadedQuery<ReviewScreenQuery>(),
  );
  const w = useWords(reviewWords);
  const isEdited = /\/edit\/?$/.test(useLocation().pathname);
  const audio = article?.reviewAudio;
  if (!project || !article || article.project.databaseId !== project.databaseId)
    return <NotFound what="article" />;
  const track = audio && {
    id: `review:${article.id}`,
    url: audioPath(audio.url),
    title: article.title,
    durationMs: audio.durationMs,
  };
  const base = `/projects/${project.databaseId}/qa`;
  return (
    <ProjectPage part={qaPart} project={project}>
      <div className={styles.head}>
        <h2 className={styles.grow}>{article.title}</h2>
        <LinkButton variant="default" to={base}>
          {w.backToList}
        </LinkButton>
        {!isEdited && <LinkButton to={`${base}/${article.databaseId}/edit`}>{w.review}</LinkButton>}
      </div>
      <div className={styles.columns}>
        <Panel title={w.heard}>
          {audio && track ? (
            <>
              <Player track={track} />
              <p className={styles.hint}>{w.keys}</p>
              <Sentences text={audio.text} sentences={audio.sentences} track={track} label={w.text} />
            </>
          ) : (
            <p>{w.noAudio}</p>
          )}
        </Panel>
        <div className={styles.beside}>
          <Panel title={w.findings}>
            <Findings article={article} track={track ?? null} mayAccept={isEdited} />
          </Panel>
          <SpeechCheck article={article} track={track ?? null} />
          <WordReplacements article={article} />
          {isEdited && <Claimed key={article.id} id={article.id} back={base} />}
          <ReviewForm
            key={article.id}
            article={article}
            project={String(project.databaseId)}
            isEdited={isEdited}
          />
        </div>
      </div>
    </ProjectPage>
  );
}

type Heard = { id: string; url: string; title: string; durationMs: number };

interface SentencesProps {
  text: string;
  sentences: NonNullable<NonNullable<ReviewScreenQuery['response']['article']>['reviewAudio']>['sentences'];
  track: Heard;
  label: string;
}

/** The text by sentences. The playing one is marked, a click plays from it, and arrow keys change it. */
function Sentences({ text, sentences, track, label }: SentencesProps) {
  const state = usePlayer();
  const isOn = state.track?.id === track.id;
  const current = isOn ? sentenceAtMs(sentences, state.time * 1_000 + 20) : -1;
  const go = (index: number) => {
    const sentence = sentences[Math.min(Math.max(index, 0), sentences.length - 1)];
    if (sentence) player.playFrom(track, sentence.startMs / 1_000);
  };
  const keys = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // What can be typed into, pressed or moved has these keys for itself.
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest('input, textarea, select, button, a, [role="slider"], [role="dialog"]')) return;
    if (event.key === ' ') player.toggle(track);
    else if (event.key === 'ArrowRight') go(current + 1);
    else if (event.key === 'ArrowLeft') go(current - 1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => keys(event);
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <div className={styles.text} role="region" aria-label={label}>
      {sentences.map(({ start, length, beginsParagraph }, index) => (
        <Fragment key={start}>
          <button
            type="button"
            className={styles.sentence}
            data-begins={beginsParagraph || undefined}
            aria-current={index === current ? 'true' : undefined}
            onClick={() => go(index)}
          >
            {text.slice(start, start + length)}
          </button>
          {/* A button drops white space at its end. */}
          {text.slice(start + length, sentences[index + 1]?.start)}
        </Fragment>
      ))}
    </div>
  );
}

/** Milliseconds after which the article is taken once more, a third of the time that it is one's own. */
const againAfter = 5 * 60_000;

/** Claims the article for the user during the review, or shows that another member has claimed it. */
function Claimed({ id, back }: { id: string; back: string }) {
  const w = useWords(reviewWords);
  const navigate = useNavigate();
  const [isOthers, setIsOthers] = useState(false);
  const [claim] = useAction<ReviewScreenClaimMutation>(graphql`
    mutation ReviewScreenClaimMutation($input: ClaimReviewInput!) {
      result: claimReview(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const claimedAt = useRef(0);
  const take = useEffectEvent(async (isGone: () => boolean) => {
    claimedAt.current = Date.now();
    const outcome = await claim({ input: { article: id } }, { expected: 'ConflictError' });
    if (isGone() || outcome.ok) return;
    if (outcome.type === 'ConflictError') setIsOthers(true);
    else await navigate(back);
  });
  useEffect(() => {
    let isGone = false;
    const again = () => {
      if (Date.now() - claimedAt.current > againAfter) void take(() => isGone);
    };
    void take(() => isGone);
    // Activity extends the claim; without activity it expires.
    addEventListener('keydown', again);
    addEventListener('pointerdown', again);
    return () => {
      isGone = true;
      removeEventListener('keydown', again);
      removeEventListener('pointerdown', again);
    };
  }, [id]);
  return isOthers ? <p role="alert">{w.others}</p> : null;
}

const reviewScreenQuery = graphql`
  query ReviewScreenQuery($project: ID!, $id: ID!) @preloadable @throwOnFieldError {
    project(id: $project) {
      databaseId
      ...ProjectPage_project
    }
    article(id: $id) {
      id
      databaseId
      title
      project {
        databaseId
      }
      reviewAudio {
        url
        durationMs
        text
        sentences {
          start
          length
          startMs
          beginsParagraph
        }
      }
      ...Findings_article
      ...SpeechCheck_article
      ...WordReplacements_article
      ...ReviewForm_article
    }
  }
`;
