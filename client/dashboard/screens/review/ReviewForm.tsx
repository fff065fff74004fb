import { Button, Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { ReviewForm_article$key } from '../../__generated__/ReviewForm_article.graphql.ts';
import type { ReviewFormMutation } from '../../__generated__/ReviewFormMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { reviewWords } from '../../generated/words/review.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Review.module.css';
import { useNextReview } from './use-next-review.ts';

const ratings = [1, 2, 3, 4, 5] as const;

interface ReviewFormProps {
  article: ReviewForm_article$key;
  project: string;
  /** If false, the stored review is shown. */
  isEdited: boolean;
}

/** Stars, comment and pronunciation. Saving goes to the next article, or back to the list. */
export function ReviewForm({ article: key, project, isEdited }: ReviewFormProps) {
  const article = useFragment(
    graphql`
      fragment ReviewForm_article on Article {
        id
        qaStatus
        review {
          rating
          comment
          pronunciation
          reviewedBy {
            name
          }
        }
      }
    `,
    key,
  );
  const w = useWords(reviewWords);
  const { review } = article;
  if (!isEdited)
    return (
      <Panel title={w.rating}>
        <p>{review ? w.stars({ count: review.rating }) : w.pending}</p>
        {review?.comment && <p>{review.comment}</p>}
        {review?.pronunciation && <p>{review.pronunciation}</p>}
        {review?.reviewedBy && <p className={styles.hint}>{w.by({ name: review.reviewedBy.name })}</p>}
      </Panel>
    );
  // A review of earlier audio is history: this audio gets its own rating.
  const isSaid = article.qaStatus === 'REVIEWED';
  return (
    <>
      <Editor id={article.id} project={project} review={isSaid ? review : null} />
      {review && !isSaid && (
        <Panel title={w.before}>
          <p>{w.stars({ count: review.rating })}</p>
          {review.comment && <p>{review.comment}</p>}
          {review.reviewedBy && <p className={styles.hint}>{w.by({ name: review.reviewedBy.name })}</p>}
        </Panel>
      )}
    </>
  );
}

interface Said {
  rating: number | null;
  comment: string;
  pronunciation: string;
}

function Editor({
  id,
  project,
  review,
}: {
  id: string;
  project: string;
  review:
    | { rating: number; comment?: string | null | undefined; pronunciation?: string | null | undefined }
    | null
    | undefined;
}) {
  const w = useWords(reviewWords);
  const navigate = useNavigate();
  const [next] = useNextReview(project);
  const [said, setSaid] = useState<Said>({
    rating: review?.rating ?? null,
    comment: review?.comment ?? '',
    pronunciation: review?.pronunciation ?? '',
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [submit, busy] = useAction<ReviewFormMutation>(reviewFormMutation);
  const rate = (rating: number) => {
    setSaid((before) => ({ ...before, rating }));
    setProblem(null);
  };
  const save = async () => {
    if (busy) return;
    const outcome = await submit({ input: { article: id, ...said } });
    if (!outcome.ok) return setProblem(Object.values(outcome.fieldErrors)[0] ?? null);
    const following = await next();
    const base = `/projects/${project}/qa`;
    await navigate(typeof following === 'number' ? `${base}/${following}/edit` : base);
  };
  useReviewKeys(() => void save(), rate);
  return (
    <Panel title={w.rating}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stars rating={said.rating} onRate={rate} />
        <FieldError>{problem}</FieldError>
        <Textarea
          label={w.comment}
          autosize
          minRows={2}
          maxLength={5_000}
          value={said.comment}
          onChange={({ currentTarget: { value } }) => setSaid((before) => ({ ...before, comment: value }))}
        />
        <Textarea
          label={w.pronunciation}
          autosize
          minRows={1}
          maxLength={5_000}
          value={said.pronunciation}
          onChange={({ currentTarget: { value } }) =>
            setSaid((before) => ({ ...before, pronunciation: value }))
          }
        />
        <Button type="submit" loading={busy}>
          {w.save}
        </Button>
      </form>
    </Panel>
  );
}

/** Digits rate, and Enter saves, wherever the focus is but in a text. */
function useReviewKeys(save: () => void, rate: (rating: number) => void): void {
  const keys = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest('[role="dialog"]')) return;
    const isText = target?.closest('textarea, select, input:not([type="radio"])');
    const rating = ratings.find((one) => String(one) === event.key);
    if (event.key === 'Enter' && !event.shiftKey && !target?.closest('button, a, select')) save();
    else if (rating !== undefined && !isText) rate(rating);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => keys(event);
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

function Stars({ rating: given, onRate }: { rating: number | null; onRate: (rating: number) => void }) {
  const w = useWords(reviewWords);
  return (
    <fieldset className={styles.stars}>
      <legend>{w.ratingLabel}</legend>
      {ratings.map((rating) => (
        <label key={rating} data-on={(given ?? 0) >= rating || undefined}>
          <input
            type="radio"
            name="rating"
            checked={given === rating}
            onChange={() => onRate(rating)}
            aria-label={w.stars({ count: rating })}
          />
          <span aria-hidden="true">★</span>
        </label>
      ))}
    </fieldset>
  );
}

const reviewFormMutation = graphql`
  mutation ReviewFormMutation($input: SubmitReviewInput!) {
    result: submitReview(input: $input) {
      __typename
      ... on SubmitReviewSuccess {
        article {
          id
          qaStatus
          qaRating
          ...ReviewForm_article
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
