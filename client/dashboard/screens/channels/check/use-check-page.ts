// oxlint-disable relay/unused-fields -- the result is handed whole to who shows it
import { useEffect, useState } from 'react';
import { graphql } from 'react-relay';
import type {
  useCheckPageQuery,
  useCheckPageQuery$data,
} from '../../../__generated__/useCheckPageQuery.graphql.ts';
import { useImperativeQuery } from '../../../relay/use-imperative-query.ts';

export type CheckedPage = NonNullable<useCheckPageQuery$data['result']['page']>;

/** Milliseconds after which a publisher's server is called slow. */
const patience = 5_000;

/**
 * Checks pages for the player of a channel.
 * @returns the function, what the latest call answered, why it failed, and whether one runs, or takes long
 */
export function useCheckPage(channel: string) {
  const [run, busy] = useImperativeQuery<useCheckPageQuery>(graphql`
    query useCheckPageQuery($input: CheckPlayerPageInput!) {
      result: checkPlayerPage(input: $input) {
        __typename
        ... on CheckPlayerPageSuccess @alias(as: "page") {
          url
          verdict
          article {
            databaseId
          }
          findings {
            topic
            level
            message
            code
            parameters
            advice {
              message
              code
              parameters
            }
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [checked, setChecked] = useState<CheckedPage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!busy) return undefined;
    const timer = setTimeout(() => setSlow(true), patience);
    return () => clearTimeout(timer);
  }, [busy]);
  const check = async (url: string) => {
    setProblem(null);
    const outcome = await run({ input: { channel, url } }, { tell: false });
    setChecked(outcome.ok ? (outcome.result.page ?? null) : null);
    if (!outcome.ok) setProblem(Object.values(outcome.fieldErrors)[0] ?? outcome.message);
  };
  return { check, checked, problem, busy, slow };
}
