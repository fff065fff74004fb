import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { SuggestionsQuery } from '../../__generated__/SuggestionsQuery.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { Part } from '../../relay/Part.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MarkedExcerpt } from '../../ui/MarkedExcerpt.tsx';
import { showError } from '../../ui/messages.ts';
import { WaitingBar } from '../../ui/WaitingBar.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Dictionaries.module.css';
import { useAddEntries } from './use-add-entries.ts';

interface SuggestionsProps {
  /** Global ids. */
  dictionary: string;
  project: string;
  onClose: () => void;
  onAdded: () => void;
}

/** Words of the newest articles that are likely to be said wrongly; a click makes an entry of one. */
export function Suggestions({ onClose, ...props }: SuggestionsProps) {
  const { suggestions: w, done } = useWords(dictionariesWords);
  return (
    <Dialog
      title={w.open}
      opened
      className={styles.wide}
      onClose={onClose}
      actions={<Button onClick={onClose}>{done}</Button>}
    >
      <p>{w.hint}</p>
      <Part what={w.what} waiting={<WaitingBar label={w.loading} height={220} />}>
        {(attempt) => <Words {...props} attempt={attempt} />}
      </Part>
    </Dialog>
  );
}

type Suggestion = SuggestionsQuery['response']['dictionarySuggestions'][number];

function Words({
  dictionary,
  project,
  attempt,
  onAdded,
}: Omit<SuggestionsProps, 'onClose'> & { attempt: number }) {
  const { suggestions: w } = useWords(dictionariesWords);
  const { dictionarySuggestions: words } = useLazyLoadQuery<SuggestionsQuery>(
    graphql`
      query SuggestionsQuery($project: ID!) @throwOnFieldError {
        dictionarySuggestions(project: $project, first: 50) {
          word
          reason
          count
          excerpt
          start
          length
          article {
            title
          }
        }
      }
    `,
    { project },
    { fetchKey: attempt, fetchPolicy: 'network-only' },
  );
  if (words.length === 0) return <p role="status">{w.none}</p>;
  return (
    <ul className={styles.rows} aria-label={w.open}>
      {words.map((suggestion) => (
        <Word key={suggestion.word} dictionary={dictionary} suggestion={suggestion} onAdded={onAdded} />
      ))}
    </ul>
  );
}

interface WordProps {
  dictionary: string;
  suggestion: Suggestion;
  onAdded: () => void;
}

function Word({
  dictionary,
  suggestion: { word, reason, count, excerpt, start, length, article },
  onAdded,
}: WordProps) {
  const { suggestions: w } = useWords(dictionariesWords);
  const [add, busy] = useAddEntries();
  const [isAdded, setAdded] = useState(false);
  const make = async () => {
    // Said as it is written until somebody says otherwise: nothing is silenced by a click.
    const kind = reason === 'ABBREVIATION' ? 'LETTERS' : 'SUBSTITUTION';
    const outcome = await add({
      input: { dictionary, entries: [{ source: word, replacement: word, kind }] },
    });
    if (outcome.ok) {
      setAdded(true);
      onAdded();
    } else if (Object.keys(outcome.fieldErrors).length > 0) showError({ message: outcome.message });
  };
  return (
    <li data-testid="suggestion">
      <span className={styles.words}>
        <strong>{word}</strong>
        <span title={article.title}>
          <MarkedExcerpt excerpt={excerpt} start={start} length={length} />
        </span>
        <span className={styles.note}>
          {w.reasons[reason as keyof typeof w.reasons]} · {w.times({ count })}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        disabled={isAdded}
        aria-label={isAdded ? undefined : w.addOf({ word })}
        onClick={() => void make()}
      >
        {isAdded ? w.added : w.add}
      </Button>
    </li>
  );
}
