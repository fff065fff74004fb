import { Textarea } from '@mantine/core';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './ArticleFields.module.css';

interface TitleFieldProps {
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (title: string) => void;
}

/** The title, which is edited where it is read: as long as it is, without a frame. */
export function TitleField({ value, error, disabled, onChange }: TitleFieldProps) {
  const w = useWords(articleWords);
  return (
    <Textarea
      aria-label={w.title}
      placeholder={w.title}
      value={value}
      error={error}
      disabled={disabled}
      autosize
      minRows={1}
      classNames={{ input: styles.headline! }}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll('\n', ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        // A title is one line, and Enter saves as in other fields of one line.
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}
