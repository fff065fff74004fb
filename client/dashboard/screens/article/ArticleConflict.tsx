import { useMemo, type ReactNode } from 'react';
import {
  ConflictDialog,
  fieldsOfTheirs,
  type Choices,
  type ConflictingChange,
} from '../../ui/dialogs/ConflictDialog.tsx';
import { changesSince, type DraftBase } from '../../ui/forms/draft-base.ts';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { articleWords } from '../../generated/words/article.ts';
import { conflictWords } from '../../generated/words/conflict.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { mergeText } from './text/merge-text.ts';
import { textChanges } from './text/text-changes.ts';
import { TextChanges } from './text/TextChanges.tsx';
import type { EditDraft, ConcurrentEdit } from './use-save-article.ts';

interface ArticleConflictProps {
  before: DraftBase<EditDraft>;
  latest: ConcurrentEdit;
  mine: Partial<EditDraft>;
  busy: boolean;
  /**
   * @param taken fields whose other version is accepted
   * @param merged fields that contain both changes
   */
  onSave: (taken: string[], merged: Partial<EditDraft>) => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/**
 * Handles an article that another member saved in the meantime: shows the changes as differences, and offers
 * a choice for fields that both changed.
 */
export function ArticleConflict({ before, latest, mine, onSave, ...dialog }: ArticleConflictProps) {
  const w = useWords(articleWords);
  const { title } = useWords(conflictWords);
  const merged = useMemo(() => mergedFields(before.values, latest.theirs, mine), [before, latest, mine]);
  const moment = useDateTimeFormat();
  const differences = (name: string, from: unknown, to: unknown): ReactNode => {
    if (typeof to === 'boolean') return to ? w.conflict.on : w.conflict.off;
    const [a, b] = [from, to].map((value) => (Array.isArray(value) ? value.join(', ') : String(value)));
    if ((name === 'publishedAt' || name === 'publishAt') && b) return moment(b);
    return b === '' ? w.conflict.empty : <TextChanges changes={textChanges(a!, b!)} />;
  };
  const labels = {
    title: w.title,
    url: w.url,
    text: w.text,
    labels: w.labels,
    author: w.author,
    publishedAt: w.published,
    publishAt: w.publishAt,
    imageUrl: w.picture.label,
    rssAutoUpdate: w.rssAutoUpdate,
  };
  const changes = changesSince(before, latest.theirs, mine).map(
    ({ name, before: then, theirs, ...rest }): ConflictingChange => {
      const both = merged[name];
      return {
        name,
        label: labels[name as keyof typeof labels],
        theirs: differences(name, then, theirs),
        ...('mine' in rest && { mine: differences(name, then, rest.mine) }),
        ...('mine' in rest && both !== undefined && { merged: differences(name, theirs, both) }),
      };
    },
  );
  const save = (choices: Choices) =>
    onSave(
      fieldsOfTheirs(choices),
      Object.fromEntries(
        Object.entries(merged).filter(([name]) => choices[name] === 'merged'),
      ) as Partial<EditDraft>,
    );
  return (
    <ConflictDialog
      {...dialog}
      title={title({ what: w.conflict.what })}
      changes={changes}
      by={latest.by ?? w.conflict.feedOrPage}
      onKeepMine={save}
    />
  );
}

/** What both changed and what fits together, with both changes. */
function mergedFields(before: EditDraft, theirs: EditDraft, mine: Partial<EditDraft>): Partial<EditDraft> {
  const merged: Partial<EditDraft> = {};
  const text = mine.text === undefined ? null : mergeText(before.text, theirs.text, mine.text);
  if (text !== null) merged.text = text;
  if (mine.labels) {
    const gone = before.labels.filter((label) => !mine.labels!.includes(label));
    const added = mine.labels.filter(
      (label) => !before.labels.includes(label) && !theirs.labels.includes(label),
    );
    merged.labels = [...theirs.labels.filter((label) => !gone.includes(label)), ...added];
  }
  return merged;
}
