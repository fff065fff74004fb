// oxlint-disable relay/unused-fields -- the page is handed whole to the form
import { graphql } from 'react-relay';
import type { useReadPageQuery } from '../../__generated__/useReadPageQuery.graphql.ts';
import { useImperativeQuery } from '../../relay/use-imperative-query.ts';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';

/** What a page says, before it is an article. */
export interface ReadPage {
  readonly title: string;
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Reads pages as the project would. @returns the function, and whether one is being read */
export function useReadPage(project: string) {
  const [read, reading] = useImperativeQuery<useReadPageQuery>(graphql`
    query useReadPageQuery($input: ReadPageInput!) {
      result: readPage(input: $input) {
        __typename
        ... on ReadPageSuccess {
          page {
            title
            text
            confidence
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const run = async (
    url: string,
  ): Promise<{ ok: true; page: ReadPage } | { ok: false; fieldErrors: FieldErrors }> => {
    const outcome = await read({ input: { project, url } });
    if (!outcome.ok) return outcome;
    return outcome.result.page ? { ok: true, page: outcome.result.page } : { ok: false, fieldErrors: {} };
  };
  return [run, reading] as const;
}
