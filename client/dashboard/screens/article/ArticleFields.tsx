import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { formatCount } from '../../ui/format.ts';
import type { FieldErrors } from '../../ui/field-errors.ts';
import styles from './ArticleFields.module.css';

export interface ArticleDraft extends Record<string, unknown> {
  title: string;
  url: string;
  text: string;
  labels: string[];
}

interface ArticleFieldsProps {
  value: ArticleDraft;
  errors: FieldErrors;
  onChange: (part: Partial<ArticleDraft>) => void;
  disabled?: boolean;
}

/** The fields of an article. An error goes away when its field is edited. */
export function ArticleFields({ value, errors, onChange, disabled = false }: ArticleFieldsProps) {
  return (
    <>
      <TextInput
        label="Title"
        value={value.title}
        error={errors['title']}
        disabled={disabled}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        classNames={{ input: styles.title! }}
      />
      <TextInput
        label="URL"
        description="Used by the web player to find the audio of a page"
        inputMode="url"
        value={value.url}
        error={errors['url']}
        disabled={disabled}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <Textarea
        label="Text"
        value={value.text}
        error={errors['text']}
        disabled={disabled}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        classNames={{ input: styles.text! }}
        rows={14}
      />
      <p className={styles.count} aria-live="off">
        {formatCount(value.text.length)} characters
      </p>
      <TagsInput
        label="Labels"
        description="Start typing to create new label"
        value={value.labels}
        error={errors['labels']}
        disabled={disabled}
        onChange={(labels) => onChange({ labels })}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove all labels' }}
      />
    </>
  );
}
