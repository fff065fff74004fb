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
import { toldKept } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import styles from './Review.module.css';

const FoundWordEntry = lazy(() => withWords(import('../dictionaries/FoundWordEntry.tsx')));

/** Milliseconds of what comes before a finding that are heard with it. */
const before = 700;

interface FindingsProps {
  article: Findings_article$key;
  track: Track | null;
  mayAccept: boolean;
}

/** What listeners may stumble over; the keys for up and down go from one to the next, and play it. */
export function Findings({ article: key, track, mayAccept }: FindingsProps) {
  const article = useFragment(
    graphql`
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
          startMs
          reason {
            code
            parameters
            message
          }
        }
      }
    `,
    key,
  );
  const w = useWords(reviewWords);
  const [accept, busy] = useAction<FindingsAcceptMutation>(graphql`
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
  `);
  const list = useRef<HTMLUListElement>(null);
  const keys = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (step === undefined || event.defaultPrevented) return;
    if (target?.closest('input, textarea, select, [role="slider"], [role="dialog"]')) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-hear]') ?? [])];
    if (buttons.length === 0) return;
    const at = buttons.findIndex((button) => button.closest('li')?.contains(target ?? null));
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
      {article.findings.map(({ position, word, severity, sentence, startMs, reason }) => (
        <li key={position} data-severity={severity}>
          <strong>
            {toldKept(reason.message ?? reason.code, [{ code: reason.code, parameters: reason.parameters }])}
          </strong>
          <q>{sentence}</q>
          <div className={styles.actions}>
            {track && (
              <Button
                size="compact-sm"
                variant="default"
                data-hear=""
                onClick={() => player.playFrom(track, Math.max(0, startMs - before) / 1_000)}
              >
                {w.hear}
              </Button>
            )}
            {mayAccept && word && (
              <Suspense>
                <FoundWordEntry project={article.project.id} word={word} />
              </Suspense>
            )}
            {mayAccept && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={busy}
                onClick={() => void accept({ input: { article: article.id, position } })}
              >
                {w.right}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              component={Link}
              to={`/projects/${article.project.databaseId}/articles/${article.databaseId}`}
            >
              {w.intoText}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
