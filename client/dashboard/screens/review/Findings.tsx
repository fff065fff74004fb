import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { Findings_article$key } from '../../__generated__/Findings_article.graphql.ts';
import type { FindingsAcceptMutation } from '../../__generated__/FindingsAcceptMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { player } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { reviewWords } from '../../generated/words/review.ts';
import { formatStored } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import styles from './Review.module.css';

const SuggestedWordEntry = lazy(() => withWords(import('../dictionaries/entries/SuggestedWordEntry.tsx')));

/** Audio played before and after a finding, milliseconds. */
const [before, after] = [700, 500];

interface FindingsProps {
  article: Findings_article$key;
  track: Track | null;
  mayAccept: boolean;
}

/**
 * List of findings. The up and down keys move between them and play the passage; R marks one as correct.
 */
export function Findings({ article: key, track, mayAccept }: FindingsProps) {
  const article = useFragment(articleFragment, key);
  const w = useWords(reviewWords);
  const [accept, busy] = useAction<FindingsAcceptMutation>(acceptMutation);
  const list = useRef<HTMLUListElement>(null);
  const right = async (position: number) => {
    const at = article.findings.findIndex((finding) => finding.position === position);
    const outcome = await accept({ input: { article: article.id, position } });
    // The reviewer continues with the next one, or reaches the list's end.
    if (outcome.ok)
      requestAnimationFrame(() => {
        const buttons = list.current?.querySelectorAll<HTMLElement>('[data-hear]') ?? [];
        buttons[Math.min(at, buttons.length - 1)]?.focus();
      });
  };
  const keys = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest('input:not([type="radio"]), textarea, select, [role="slider"], [role="dialog"]'))
      return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-hear]') ?? [])];
    const at = buttons.findIndex((button) => button.closest('li')?.contains(target ?? null));
    if (event.key.toLowerCase() === 'r' && at !== -1 && mayAccept && !busy) {
      event.preventDefault();
      void right(article.findings[at]!.position);
      return;
    }
    if (step === undefined || buttons.length === 0) return;
    const button = buttons[at === -1 ? (step > 0 ? 0 : buttons.length - 1) : at + step];
    if (!button) return;
    event.preventDefault();
    button.focus();
    button.click();
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => keys(event);
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  if (article.findings.length === 0) return <p>{w.nothingFound}</p>;
  return (
    <ul className={styles.findings} ref={list}>
      {article.findings.map(({ position, word, severity, sentence, spoken, startMs, endMs, reason }) => (
        <li key={position} data-severity={severity}>
          <strong>
            {formatStored(reason.message ?? reason.code, [
              { code: reason.code, parameters: reason.parameters },
            ])}
          </strong>
          <q>{sentence}</q>
          {spoken && (
            <p className={styles.spoken}>
              {w.spokenAs} <q>{spoken}</q>
            </p>
          )}
          <div className={styles.actions}>
            {track && (
              <Button
                size="compact-sm"
                variant="default"
                data-hear=""
                onClick={() =>
                  player.playFrom(track, Math.max(0, startMs - before) / 1_000, (endMs + after) / 1_000)
                }
              >
                {w.hear}
              </Button>
            )}
            {mayAccept && word && (
              <Suspense>
                <SuggestedWordEntry project={article.project.id} word={word} />
              </Suspense>
            )}
            {mayAccept && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={busy}
                onClick={() => void right(position)}
              >
                {w.right}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              component={Link}
              to={`/projects/${article.project.databaseId}/articles/${article.databaseId}`}
              state={{ find: sentence }}
            >
              {w.intoText}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const articleFragment = graphql`
  fragment Findings_article on Article {
    id
    databaseId
    project {
      id
      databaseId
    }
    findings {
      position
      word
      severity
      sentence
      spoken
      startMs
      endMs
      reason {
        code
        parameters
        message
      }
    }
  }
`;

const acceptMutation = graphql`
  mutation FindingsAcceptMutation($input: AcceptFindingInput!) {
    result: acceptFinding(input: $input) {
      __typename
      ... on AcceptFindingSuccess {
        article {
          ...Findings_article
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
