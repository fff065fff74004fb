// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { Button } from '@mantine/core';
import { startTransition, useEffect, useState } from 'react';
import { graphql } from 'react-relay';
import type { MissingTeasersMutation } from '../../../__generated__/MissingTeasersMutation.graphql.ts';
import type { MissingTeasersQuery } from '../../../__generated__/MissingTeasersQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { useAction } from '../../../relay/use-action.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './MissingTeasers.module.css';
import { formatStored } from '../../../words/server-words.ts';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

/** Milliseconds between two looks while teasers are being made. */
const lookEvery = 2_000;

/**
 * Offers teasers of the articles that were voiced before the paywall was turned on or changed; nothing where
 * none is missing.
 */
export default function MissingTeasers({ project }: { project: string }) {
  const w = useWords(projectWords).teasers;
  return (
    <Part of={project} what={w.what}>
      {(attempt) => <Offer project={project} attempt={attempt} />}
    </Part>
  );
}

function Offer({ project: id, attempt }: { project: string; attempt: number }) {
  const w = useWords(projectWords).teasers;
  const [look, setLook] = useState(0);
  const { project } = useFreshQuery<MissingTeasersQuery>(
    graphql`
    query MissingTeasersQuery($project: ID!) @throwOnFieldError {
      project(id: $project) {
        canConfigure
        teasers {
          missing
          making
          error
          errorNotices {
            code
            parameters
          }
          characters
          cost
        }
      }
    }
  `,
    { project: id },
    `${attempt}.${look}`,
  );
  const [make, asking] = useAction<MissingTeasersMutation>(graphql`
    mutation MissingTeasersMutation($input: MakeTeasersInput!) {
      result: makeTeasers(input: $input) {
        __typename
        ... on MakeTeasersSuccess {
          project {
            teasers {
              missing
              making
              error
              errorNotices {
                code
                parameters
              }
              characters
              cost
            }
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const making = project?.teasers.making ?? false;
  useEffect(() => {
    if (!making) return;
    const timer = setTimeout(() => startTransition(() => setLook(look + 1)), lookEvery);
    return () => clearTimeout(timer);
  }, [making, look]);
  if (!project?.canConfigure) return null;
  const { missing, error, errorNotices, characters, cost } = project.teasers;
  if (missing === 0 && !making) return null;
  return (
    <div className={styles.notice} role="status">
      {making ? (
        <p>{w.making({ articles: missing })}</p>
      ) : (
        <>
          <p>
            <strong>{w.missing({ articles: missing })}</strong> {w.why} {w.cost({ characters, money: cost })}
          </p>
          <Button
            size="compact-sm"
            variant="default"
            loading={asking}
            onClick={() => void make({ input: { project: id } })}
          >
            {w.make}
          </Button>
        </>
      )}
      {error && !making && <p className={styles.error}>{formatStored(error, errorNotices)}</p>}
    </div>
  );
}
