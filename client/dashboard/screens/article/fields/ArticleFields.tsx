import { TextInput } from '@mantine/core';
import type { ClipboardEvent, ReactNode } from 'react';
import type { FieldErrors } from '../../../ui/forms/field-errors.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ArticleDraft } from './article-draft.ts';
import styles from './ArticleFields.module.css';
import { LabelsField } from './LabelsField.tsx';
import { TextField } from './TextField.tsx';

interface ArticleFieldsProps {
  /** Whose labels are suggested. */
  project: string;
  value: ArticleDraft;
  errors: FieldErrors;
  onChange: (part: Partial<ArticleDraft>) => void;
  disabled?: boolean;
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
