import { Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { articleWords } from '../../../generated/words/article.ts';
import type { FieldErrors } from '../../../ui/forms/field-errors.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ArticleDraft } from './article-draft.ts';
import styles from './ArticleFields.module.css';

interface TextFieldProps {
  value: Pick<ArticleDraft, 'text'>;
  errors: FieldErrors;
  disabled?: boolean;
  /** A part of the text that is marked in its field. */
  find?: string | undefined;
  /** Like a page: as tall as its text, without a frame. */
  isPage?: boolean;
  onChange: (part: Pick<ArticleDraft, 'text'>) => void;
}

/** The text of an article. */
export function TextField({
  value,
  errors,
  onChange,
  disabled = false,
  find,
  isPage = false,
}: TextFieldProps) {
  const w = useWords(articleWords);
  const marked = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const field = marked.current;
    const place = field && find ? field.value.indexOf(find) : -1;
    if (!field || place === -1) return;
    field.focus();
    field.setSelectionRange(place, place + find!.length);
  }, [find]);
  return (
    <Textarea
      ref={marked}
      label={w.text}
      labelProps={isPage ? { className: 'visually-hidden' } : {}}
      value={value.text}
      error={errors['text']}
      disabled={disabled}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
      classNames={{ input: isPage ? styles.page! : styles.text! }}
      {...(isPage ? { autosize: true, minRows: 12 } : { rows: 14 })}
    />
  );
}
