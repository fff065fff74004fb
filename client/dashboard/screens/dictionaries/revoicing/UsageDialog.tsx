import { Button } from '@mantine/core';
import { useEffect, useState, type RefObject } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { UsageDialogQuery } from '../../../__generated__/UsageDialogQuery.graphql.ts';
import type { UsageDialogRevoiceMutation } from '../../../__generated__/UsageDialogRevoiceMutation.graphql.ts';
import { pageSizes } from '../../../generated/limits.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useAction } from '../../../relay/use-action.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { MarkedExcerpt } from '../../../ui/lists/MarkedExcerpt.tsx';
import { showError } from '../../../ui/messages.ts';
import { WaitingBar } from '../../../ui/WaitingBar.tsx';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { searchScopeOf, type Owner } from '../dictionary-owner.ts';
import { RevoiceAll } from './RevoiceAll.tsx';

interface UsageDialogProps {
  /** Global ids. */
  entries: readonly string[];
  owner: Owner;
  isAdmin: boolean;
  /** Gets the focus when the dialog closes. */
  trigger?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
}

type Usage = UsageDialogQuery['response']['dictionaryUsage'];
type Use = Usage['uses'][number];

/** The articles that have words of entries, each with its sentence, to voice them again one by one or all. */
export function UsageDialog({ entries, owner, isAdmin, trigger, onClose }: UsageDialogProps) {
  const { usage: w, done } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [page, setPage] = useState(1);
  const [found, setFound] = useState<{ page: number; usage: Usage } | null>(null);
  const asked = JSON.stringify({ entries, ...searchScopeOf(owner) });
  useEffect(() => {
    const reading = fetchQuery<UsageDialogQuery>(
      environment,
      usageDialogQuery,
      {
        ...(JSON.parse(asked) as UsageDialogQuery['variables']),
        first: pageSizes.dialog,
        offset: (page - 1) * pageSizes.dialog,
      },
      { fetchPolicy: 'network-only' },
    ).subscribe({
      next: ({ dictionaryUsage }) => setFound({ page, usage: dictionaryUsage }),
      error: () => {
        onClose();
        showError({ message: w.denied });
      },
    });
    return () => reading.unsubscribe();
    // A changed error callback is no reason to query again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [environment, asked, page]);
  const usage = found?.usage;
  const pages = Math.max(1, Math.ceil((usage?.totalCount ?? 0) / pageSizes.dialog));
  return (
    <Dialog
      title={w.title}
      opened
      trigger={trigger}
      className={styles.wide}
      onClose={onClose}
      actions={<Button onClick={onClose}>{done}</Button>}
    >
      {!usage ? (
        <WaitingBar label={w.loading} height={220} />
      ) : (
        <>
          <p role="status">
            {w.found({ count: usage.totalCount })} {!usage.isAll && w.examined({ count: usage.examined })}
          </p>
          {usage.totalCount > 0 && (
            <ul className={styles.rows} aria-label={w.list} aria-busy={found.page !== page}>
              {usage.uses.map((use) => (
                <UseItem key={use.article.id} use={use} />
              ))}
            </ul>
          )}
          {pages > 1 && (
            <div className={styles.pages}>
              <Button
                size="compact-sm"
                variant="default"
                disabled={page <= 1}
                onClick={() => setPage(page - 1)}
              >
                {w.previous}
              </Button>
              <span role="status">{w.page({ page, pages })}</span>
              <Button
                size="compact-sm"
                variant="default"
                disabled={page >= pages}
                onClick={() => setPage(page + 1)}
              >
                {w.next}
              </Button>
            </div>
          )}
          {isAdmin && usage.totalCount > 0 && <RevoiceAll entries={entries} owner={owner} />}
        </>
      )}
    </Dialog>
  );
}

function UseItem({ use: { excerpt, start, length, article } }: { use: Use }) {
  const { usage: w } = useWords(dictionariesWords);
  const format = useDateTimeFormat();
  const [applied, setApplied] = useState(false);
  const [revoice, busy] = useAction<UsageDialogRevoiceMutation>(graphql`
    mutation UsageDialogRevoiceMutation($input: RevoiceArticleInput!) {
      result: revoiceArticle(input: $input) {
        __typename
        ... on RevoiceArticleSuccess {
          article {
            id
            status
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const apply = async () => {
    const { ok } = await revoice({ input: { id: article.id } }, { tell: false });
    if (ok) setApplied(true);
    else showError({ message: w.denied });
  };
  return (
    <li data-testid="dictionary-use">
      <span className={styles.words}>
        <Link to={`/projects/${article.project.databaseId}/1/article/${article.databaseId}`}>
          {article.title || w.untitled}
        </Link>
        <span>
          <MarkedExcerpt excerpt={excerpt} start={start} length={length} />
        </span>
        <span className={styles.note}>
          {article.project.name} · {format(article.addedAt)}
        </span>
      </span>
      {article.canEdit && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          disabled={applied}
          aria-label={applied ? undefined : w.applyTo({ title: article.title })}
          onClick={() => void apply()}
        >
          {applied ? w.applied : w.apply}
        </Button>
      )}
    </li>
  );
}

const usageDialogQuery = graphql`
  query UsageDialogQuery($entries: [ID!]!, $project: ID, $organization: ID, $first: Int!, $offset: Int!) {
    dictionaryUsage(entries: $entries, project: $project, organization: $organization, first: $first, offset: $offset) {
      totalCount
      examined
      isAll
      uses {
        excerpt
        start
        length
        article {
          id
          databaseId
          title
          addedAt
          canEdit
          project {
            databaseId
            name
          }
        }
      }
    }
  }
`;
