import { TextInput } from '@mantine/core';
import { articleWords } from '../../../generated/words/article.ts';
import type { FieldErrors } from '../../../ui/forms/field-errors.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './ArticleFields.module.css';
import { MomentField } from './MomentField.tsx';

export interface AuthorAndDateDraft {
  author: string;
  /** ISO 8601; empty: not known. */
  publishedAt: string;
}

/** Who wrote an article, and when it was published. */
export function AuthorAndDate({
  value: { author, publishedAt },
  errors,
  disabled,
  onChange,
}: {
  value: AuthorAndDateDraft;
  errors: FieldErrors;
  disabled: boolean;
  onChange: (part: Partial<AuthorAndDateDraft>) => void;
}) {
  const w = useWords(articleWords);
  return (
    <div className={styles.pair}>
      <TextInput
        label={w.author}
        value={author}
        error={errors['author']}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ author: currentTarget.value })}
        description={w.authorHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <MomentField
        label={w.published}
        names={{ date: w.publishedAt({ part: 'date' }), time: w.publishedAt({ part: 'time' }) }}
        value={publishedAt}
        error={errors['publishedAt']}
        disabled={disabled}
        onChange={(moment) => onChange({ publishedAt: moment })}
      />
    </div>
  );
}
