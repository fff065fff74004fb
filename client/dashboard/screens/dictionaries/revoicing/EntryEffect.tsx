import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { EntryEffectQuery } from '../../../__generated__/EntryEffectQuery.graphql.ts';
import type { EntryEffectResoundMutation } from '../../../__generated__/EntryEffectResoundMutation.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useAction } from '../../../relay/use-action.ts';
import { notify } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { searchScopeOf, type Owner } from '../dictionary-owner.ts';

interface EntryEffectProps {
  /** Global id. */
  entry: string;
  owner: Owner;
  isAdmin: boolean;
  onShow: () => void;
  onClose: () => void;
}

/** What an entry that was just saved concerns, and voicing just that again. */
export function EntryEffect({ entry, owner, isAdmin, onShow, onClose }: EntryEffectProps) {
  const { usage: w, effect: e } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [answer, setAnswer] = useState<EntryEffectQuery['response'] | null>(null);
  const [resound, busy] = useAction<EntryEffectResoundMutation>(graphql`
    mutation EntryEffectResoundMutation($input: ResoundArticlesInput!) {
      result: resoundArticles(input: $input) {
        __typename
        ... on ResoundArticlesSuccess {
          resound {
            articles
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const place = JSON.stringify(searchScopeOf(owner));
  useEffect(() => {
    const reading = fetchQuery<EntryEffectQuery>(
      environment,
      graphql`
        query EntryEffectQuery($entries: [ID!]!, $project: ID, $organization: ID) {
          dictionaryUsage(entries: $entries, project: $project, organization: $organization, first: 1) {
            totalCount
          }
          dictionaryResound(entries: $entries, project: $project, organization: $organization) {
            articles
            sentences
            characters
          }
        }
      `,
      { entries: [entry], ...(JSON.parse(place) as ReturnType<typeof searchScopeOf>) },
      { fetchPolicy: 'network-only' },
      // The affected articles are extra information beside saving, so a failure to fetch them is ignored.
    ).subscribe({ next: setAnswer, error: () => {} });
    return () => reading.unsubscribe();
  }, [environment, entry, place]);
  if (!answer) return null;
  const { dictionaryUsage: usage, dictionaryResound: quote } = answer;
  const voice = async () => {
    const outcome = await resound({ input: { entries: [entry], ...searchScopeOf(owner) } });
    if (!outcome.ok) return;
    notify(w.resounding({ count: outcome.result.resound?.articles ?? 0 }), 2000);
    onClose();
  };
  return (
    <div className={styles.effect} role="status">
      <span>
        {quote.articles > 0
          ? e.concerns({ articles: quote.articles, sentences: quote.sentences, characters: quote.characters })
          : e.found({ count: usage.totalCount })}
      </span>
      {isAdmin && quote.articles > 0 && (
        <Button size="compact-sm" loading={busy} onClick={() => void voice()}>
          {e.voice}
        </Button>
      )}
      {usage.totalCount > 0 && (
        <Button size="compact-sm" variant="default" onClick={onShow}>
          {e.show}
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={e.close} onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
