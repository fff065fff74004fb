import { useCallback, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type {
  ArticleFilterInput,
  DeleteArticlesInput,
  useBulkDeleteMutation,
} from '../../../__generated__/useBulkDeleteMutation.graphql.ts';
import type { useBulkLabelMutation } from '../../../__generated__/useBulkLabelMutation.graphql.ts';
import type { useBulkVoiceMutation } from '../../../__generated__/useBulkVoiceMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { formatServerMessage } from '../../../words/server-words.ts';

export type BulkKind = 'delete' | 'voice' | 'label';

/** Articles of a project: those that were ticked, or all of a filter. */
export interface ArticleSelection {
  project: string;
  articles: readonly string[] | null;
  filter: ArticleFilterInput;
}

/** Articles that one call takes. */
const stepMax = 200;

/** Labels that an article was given, and labels that were removed from it. */
export interface LabelChange {
  readonly articleId: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface BulkOutcome {
  done: number;
  /** Global IDs of what was deleted. */
  deleted: readonly string[];
  relabelled: readonly LabelChange[];
  /** How many were left unchanged, by why. */
  failed: ReadonlyMap<string, number>;
  /** What ended it early; what was done until then stays done. */
  refused: string | null;
}

/**
 * Does something with all articles of a selection, step by step.
 * @returns how to begin and to stop, and how many were looked at; null: it has not begun
 */
export function useBulk(kind: BulkKind, { project, articles, filter }: ArticleSelection) {
  const [deleteArticles] = useAction<useBulkDeleteMutation>(deleteMutation);
  const [revoiceArticles] = useAction<useBulkVoiceMutation>(voiceMutation);
  const [labelArticles] = useAction<useBulkLabelMutation>(labelMutation);
  const [seen, setSeen] = useState<number | null>(null);
  const stopped = useRef(false);

  const run = useCallback(
    async (expectedCount: number, labels: { add: string[]; remove: string[] }): Promise<BulkOutcome> => {
      stopped.current = false;
      const outcome = {
        done: 0,
        deleted: [] as string[],
        relabelled: [] as LabelChange[],
        failed: new Map<string, number>(),
        refused: null as string | null,
      };
      const options = { tell: false } as const;
      const rest = [...(articles ?? [])];
      let after: string | null = null;
      let looked = 0;
      setSeen(0);
      do {
        const input: DeleteArticlesInput = articles
          ? { project, articles: rest.splice(0, stepMax) }
          : { project, filter, ...(after ? { after } : { expectedCount }) };
        const answer =
          kind === 'delete'
            ? await deleteArticles({ input }, options)
            : kind === 'voice'
              ? await revoiceArticles({ input }, options)
              : await labelArticles({ input: { ...input, ...labels } }, options);
        if (!answer.ok) {
          outcome.refused = Object.values(answer.fieldErrors)[0] ?? answer.message;
          break;
        }
        const { count = 0, failed = [] } = answer.result;
        outcome.done += count;
        if ('deletedIds' in answer.result)
          outcome.deleted.push(...((answer.result.deletedIds as readonly string[] | undefined) ?? []));
        if ('relabelled' in answer.result)
          outcome.relabelled.push(
            ...((answer.result.relabelled as readonly LabelChange[] | undefined) ?? []),
          );
        for (const why of failed.map(formatServerMessage))
          outcome.failed.set(why, (outcome.failed.get(why) ?? 0) + 1);
        looked += count + failed.length;
        setSeen(looked);
        after = answer.result.after ?? null;
      } while (!stopped.current && (articles ? rest.length > 0 : after !== null));
      return outcome;
    },
    [kind, project, articles, filter, deleteArticles, revoiceArticles, labelArticles],
  );
  /** Gives articles back the labels of before, those that were changed alike together. @returns how many */
  const restoreLabels = async (relabelled: readonly LabelChange[]): Promise<number> => {
    let done = 0;
    const alike = Map.groupBy(relabelled, ({ added, removed }) => JSON.stringify([added, removed]));
    for (const group of alike.values()) {
      const { added: remove, removed: add } = group[0]!;
      for (let from = 0; from < group.length; from += stepMax) {
        const step = group.slice(from, from + stepMax).map(({ articleId }) => articleId);
        const answer = await labelArticles({ input: { project, articles: step, add, remove } });
        if (!answer.ok) return done;
        done += answer.result.count ?? 0;
      }
    }
    return done;
  };
  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  return { run, stop, seen, restoreLabels };
}

const deleteMutation = graphql`
  mutation useBulkDeleteMutation($input: DeleteArticlesInput!) {
    result: deleteArticles(input: $input) {
      __typename
      ... on DeleteArticlesSuccess {
        count
        deletedIds
        after
        failed {
          message
          code
          parameters
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const voiceMutation = graphql`
  mutation useBulkVoiceMutation($input: RevoiceArticlesInput!) {
    result: revoiceArticles(input: $input) {
      __typename
      ... on RevoiceArticlesSuccess {
        count
        after
        failed {
          message
          code
          parameters
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const labelMutation = graphql`
  mutation useBulkLabelMutation($input: LabelArticlesInput!) {
    result: labelArticles(input: $input) {
      __typename
      ... on LabelArticlesSuccess {
        count
        after
        failed {
          message
          code
          parameters
        }
        relabelled {
          articleId
          added
          removed
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
