import { ActionIcon, Button } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { EntryEffectQuery } from '../../../__generated__/EntryEffectQuery.graphql.ts';
import type { EntryEffectRevoiceMutation } from '../../../__generated__/EntryEffectRevoiceMutation.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useAction } from '../../../relay/use-action.ts';
import { useCommands } from '../../../ui/commands.ts';
import { notify } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { searchScopeOf, type Owner } from '../dictionary-owner.ts';

export interface EntryEffectProps {
  /** Global ids of the entries that were just saved. */
  entries: readonly string[];
  owner: Owner;
  /** Administrators regenerate all affected articles at once. */
  isAdmin: boolean;
  onShow: () => void;
  onClose: () => void;
}

/**
 * Finds the articles that saved entries affect.
 * @returns a sentence about them, null while they are searched, whether some or none contain the words, and,
 * for an administrator whose entries change audio, the function that regenerates it
 */
export function useEntryEffect({ entries, owner, isAdmin, onClose }: EntryEffectProps) {
  const { usage: w, effect: e } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [answer, setAnswer] = useState<EntryEffectQuery['response'] | 'failed' | null>(null);
  const [revoice, busy] = useAction<EntryEffectRevoiceMutation>(graphql`
    mutation EntryEffectRevoiceMutation($input: StartRevoicingJobInput!) {
      result: startRevoicingJob(input: $input) {
        __typename
        ... on StartRevoicingJobSuccess {
          quote {
            articles
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const asked = JSON.stringify({ entries, ...searchScopeOf(owner) });
  useEffect(() => {
    const reading = fetchQuery<EntryEffectQuery>(
      environment,
      graphql`
        query EntryEffectQuery($entries: [ID!]!, $project: ID, $organization: ID) {
          dictionaryUsage(entries: $entries, project: $project, organization: $organization, first: 1) {
            totalCount
          }
          revoicingQuote(entries: $entries, project: $project, organization: $organization) {
            articles
            sentences
            characters
          }
        }
      `,
      JSON.parse(asked) as EntryEffectQuery['variables'],
      { fetchPolicy: 'network-only' },
    ).subscribe({ next: setAnswer, error: () => setAnswer('failed') });
    return () => reading.unsubscribe();
  }, [environment, asked]);
  const regenerate = async () => {
    const outcome = await revoice({ input: { entries: [...entries], ...searchScopeOf(owner) } });
    if (!outcome.ok) return;
    notify(w.revoicing({ count: outcome.result.quote?.articles ?? 0 }), 2000);
    onClose();
  };
  if (answer === null || answer === 'failed')
    return { text: answer && e.unknown, isUsed: false, isUnused: false, regenerate: null, busy };
  const { dictionaryUsage: usage, revoicingQuote: quote } = answer;
  return {
    text:
      quote.articles > 0
        ? e.concerns({ articles: quote.articles, sentences: quote.sentences, characters: quote.characters })
        : e.found({ count: usage.totalCount }),
    isUsed: usage.totalCount > 0,
    isUnused: usage.totalCount === 0,
    regenerate: isAdmin && quote.articles > 0 ? () => void regenerate() : null,
    busy,
  };
}

/**
 * Bar with the articles that saved entries affect, and the button that regenerates them. It stays in view
 * while the table below it scrolls, and the command palette offers the same.
 */
export function EntryEffect(props: EntryEffectProps) {
  const { effect: e } = useWords(dictionariesWords);
  const { text, isUsed, regenerate, busy } = useEntryEffect(props);
  useCommands([
    regenerate && { id: 'effect.regenerate', label: e.voice, icon: IconRefresh, run: regenerate },
    isUsed && { id: 'effect.show', label: e.show, run: props.onShow },
  ]);
  return (
    <div className={text === null ? 'visually-hidden' : styles.effect}>
      {/* Present before its text, because screen readers announce only changes of a status. */}
      <span role="status">{text}</span>
      {regenerate && (
        <Button size="compact-sm" loading={busy} onClick={regenerate}>
          {e.voice}
        </Button>
      )}
      {isUsed && (
        <Button size="compact-sm" variant="default" onClick={props.onShow}>
          {e.show}
        </Button>
      )}
      {text !== null && (
        <ActionIcon variant="subtle" color="gray" aria-label={e.close} onClick={props.onClose}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </div>
  );
}
