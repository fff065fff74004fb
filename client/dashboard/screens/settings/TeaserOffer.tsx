// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { Button } from '@mantine/core';
import { startTransition, useEffect, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { TeaserOfferMutation } from '../../__generated__/TeaserOfferMutation.graphql.ts';
import type { TeaserOfferQuery } from '../../__generated__/TeaserOfferQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { useAction } from '../../relay/use-action.ts';
import { paywallWords } from '../../generated/words/paywall.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SettingsForm.module.css';
import { toldKept } from '../../words/server-words.ts';

/** Milliseconds between two looks while teasers are being made. */
const lookEvery = 2_000;

/**
 * Offers teasers of the articles that have none for the paywall, and says what they cost. @param saved
 * whether the paywall is up
 */
export default function TeaserOffer({ project, saved }: { project: string; saved: boolean }) {
  const w = useWords(paywallWords).teasers;
  if (!saved) return <p className={styles.hint}>{w.afterSave}</p>;
  return (
    <Part of={project} what={w.what}>
      {(attempt) => <Offer project={project} attempt={attempt} />}
    </Part>
  );
}

function Offer({ project: id, attempt }: { project: string; attempt: number }) {
  const w = useWords(paywallWords).teasers;
  const [look, setLook] = useState(0);
  const { project } = useLazyLoadQuery<TeaserOfferQuery>(
    graphql`
    query TeaserOfferQuery($project: ID!) @throwOnFieldError {
      project(id: $project) {
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
    { fetchKey: `${attempt}.${look}`, fetchPolicy: 'store-and-network' },
  );
  const [make, asking] = useAction<TeaserOfferMutation>(graphql`
    mutation TeaserOfferMutation($input: MakeTeasersInput!) {
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
  if (!project) return null;
  const { missing, error, errorNotices, characters, cost } = project.teasers;
  if (missing === 0 && !making) return null;
  return (
    <div className={styles.notice} role="status">
      {making ? (
        <p>{w.making({ count: missing })}</p>
      ) : (
        <>
          <p>
            <strong>{w.offer({ count: missing })}</strong> {w.cost({ characters, price: cost })}
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
      {error && !making && <p className={styles.error}>{toldKept(error, errorNotices)}</p>}
    </div>
  );
}
