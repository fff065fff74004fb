import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { articleWords } from '../../../generated/words/article.ts';
import type { FieldErrors } from '../../../ui/forms/field-errors.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ArticleDraft } from './article-draft.ts';
import { useLabelSuggestions } from './use-label-suggestions.ts';

interface LabelsFieldProps {
  /** Whose labels are suggested. */
  project: string;
  value: Pick<ArticleDraft, 'labels'>;
  errors: FieldErrors;
  disabled?: boolean;
  onChange: (part: Pick<ArticleDraft, 'labels'>) => void;
}

/** The labels, with those that the project's other articles have as suggestions. */
export function LabelsField({ project, value, errors, onChange, disabled = false }: LabelsFieldProps) {
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
