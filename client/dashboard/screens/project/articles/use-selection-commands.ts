import { projectWords } from '../../../generated/words/project.ts';
import { useCommands } from '../../../ui/commands.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { useSelection } from './use-selection.ts';

/** Offers to select all articles of a page, and to clear the selection, in the command palette. */
export function useSelectionCommands(
  selection: ReturnType<typeof useSelection>,
  ids: readonly string[],
): void {
  const w = useWords(projectWords);
  useCommands([
    ids.length > 0 && {
      id: 'articles.select',
      label: w.table.selectPage,
      run: () => selection.set(ids, true),
    },
    selection.any && { id: 'articles.clear', label: w.bulk.clear, run: selection.clear },
  ]);
}
