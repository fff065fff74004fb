import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import type { FieldErrors } from '../../../ui/forms/field-errors.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './ArticleFields.module.css';
import { useLabelSuggestions } from './use-label-suggestions.ts';

export interface ArticleDraft extends Record<string, unknown> {
  title: string;
  url: string;
  text: string;
  labels: string[];
}

interface ArticleFieldsProps {
  /** Whose labels are suggested. */
  project: string;
  value: ArticleDraft;
  errors: FieldErrors;
  onChange: (part: Partial<ArticleDraft>) => void;
  disabled?: boolean;
  /** A part of the text that is marked in its field. */
  find?: string | undefined;
  /** Shown in place of the text's field. */
  text?: ReactNode;
  /** The title has the focus when the screen is opened. */
  autoFocus?: boolean;
  /** Beside the address. */
  besideUrl?: ReactNode;
  urlHint?: string;
  /** Below the text; absent: how many characters it has. */
  belowText?: ReactNode;
  onPasteUrl?: (url: string) => void;
  /** Enter in the address's field does this in place of sending the form. */
  onEnterUrl?: () => void;
}

/** The fields of an article. An error goes away when its field is edited. */
export function ArticleFields(props: ArticleFieldsProps) {
  const {
    value,
    errors,
    onChange,
    disabled = false,
    autoFocus = false,
    besideUrl,
    urlHint,
    belowText,
    onPasteUrl,
    onEnterUrl,
  } = props;
  const w = useWords(articleWords);
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text').trim();
    if (!onPasteUrl || !/^https?:\/\/\S+$/i.test(pasted)) return;
    event.preventDefault();
    onPasteUrl(pasted);
  };
  return (
    <>
      <TextInput
        label={w.title}
        value={value.title}
        error={errors['title']}
        disabled={disabled}
        autoFocus={autoFocus}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        // Where a title is expected, an address is meant to be read.
        onPaste={value.title === '' ? paste : undefined}
        classNames={{ input: styles.title! }}
      />
      <div className={styles.address}>
        <TextInput
          label={w.url}
          description={urlHint ?? w.urlHint}
          inputMode="url"
          value={value.url}
          error={errors['url']}
          disabled={disabled}
          onPaste={value.url === '' ? paste : undefined}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onEnterUrl) return;
            event.preventDefault();
            onEnterUrl();
          }}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
        {besideUrl}
      </div>
      <TextField {...props} />
      <div className={styles.count} aria-live="off">
        {belowText ?? w.characters({ count: value.text.length })}
      </div>
      <LabelsField {...props} />
    </>
  );
}

/** The text field, or the spoken words. */
function TextField({ value, errors, onChange, disabled = false, find, text }: ArticleFieldsProps) {
  const w = useWords(articleWords);
  const marked = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const field = marked.current;
    const place = field && find ? field.value.indexOf(find) : -1;
    if (!field || place === -1) return;
    field.focus();
    field.setSelectionRange(place, place + find!.length);
  }, [find]);
  return text ? (
    <div className={styles.shown}>
      <span className={styles.label}>{w.text}</span>
      {text}
    </div>
  ) : (
    <Textarea
      ref={marked}
      label={w.text}
      value={value.text}
      error={errors['text']}
      disabled={disabled}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
      classNames={{ input: styles.text! }}
      rows={14}
    />
  );
}

/** The labels, with those that the project's other articles have as suggestions. */
function LabelsField({ project, value, errors, onChange, disabled = false }: ArticleFieldsProps) {
  const w = useWords(articleWords);
  const [search, setSearch] = useState('');
  const suggestions = useLabelSuggestions(project, search, !disabled);
  return (
    <TagsInput
      label={w.labels}
      description={w.newLabel}
      value={value.labels}
      error={errors['labels']}
      disabled={disabled}
      data={suggestions}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(labels) => onChange({ labels })}
      clearable
      clearButtonProps={{ 'aria-label': w.removeLabels }}
    />
  );
}
