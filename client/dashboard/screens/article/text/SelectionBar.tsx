import { Button } from '@mantine/core';
import { IconEar, IconVolume } from '@tabler/icons-react';
import { useEffect, useState, type RefObject } from 'react';
import { articleWords } from '../../../generated/words/article.ts';
import { player } from '../../../ui/player/player.ts';
import type { Track } from '../../../ui/player/player-store.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { selectedText, type SelectedText } from './selected-text.ts';
import styles from './SelectionBar.module.css';
import { useSelectionPreview } from './use-selection-preview.ts';

interface SelectionBarProps {
  /** What contains the text; the bar is placed in its offset parent. */
  within: RefObject<HTMLElement | null>;
  /** Global id of the article's project. */
  project: string;
  /** Null: there is no audio yet. */
  track: Track | null;
  isFixing: boolean;
  onFix: () => void;
}

/** Actions on selected text, which follow it: listen, and fix its pronunciation. */
export function SelectionBar({ within, project, track, isFixing, onFix }: SelectionBarProps) {
  const { selection: w } = useWords(articleWords);
  const [selected, place] = useSelectedText(within);
  const [speak, speaking] = useSelectionPreview(project);
  if (!selected || !place) return null;
  const listen = () => {
    if (track && selected.sounds)
      player.playFrom(track, selected.sounds.fromMs / 1_000, selected.sounds.toMs / 1_000);
    else void speak(selected.text);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pressing a button keeps the selection
    <div
      className={styles.bar}
      role="group"
      data-selection-bar=""
      aria-label={w.label}
      style={place}
      onMouseDown={(event) => event.preventDefault()}
    >
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconEar size={15} />}
        loading={isFixing}
        title={w.fixHint}
        onClick={onFix}
      >
        {w.fix}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconVolume size={15} />}
        loading={speaking}
        onClick={listen}
      >
        {w.listen}
      </Button>
    </div>
  );
}

/** Width of the bar and its distance from the text, pixels. */
const [wide, apart] = [270, 8];

/** @returns what is selected, and where the bar goes in the offset parent of the text */
function useSelectedText(
  within: RefObject<HTMLElement | null>,
): [SelectedText | null, { left: number; top: number } | null] {
  const [state, setState] = useState<[SelectedText | null, { left: number; top: number } | null]>([
    null,
    null,
  ]);
  useEffect(() => {
    const follow = () => {
      // Within the bar itself, the selection is what it was.
      if (document.activeElement?.closest('[data-selection-bar]')) return;
      const frame = within.current;
      const selected = frame && selectedText(frame);
      const parent = frame?.offsetParent?.getBoundingClientRect();
      if (!selected || !parent) return setState((before) => (before[0] ? [null, null] : before));
      const left = Math.max(0, Math.min(selected.rect.x - parent.x, parent.width - wide));
      setState([selected, { left, top: selected.rect.bottom - parent.y + apart }]);
    };
    document.addEventListener('selectionchange', follow);
    // The bar may load after something was selected.
    follow();
    // Some browsers do not send that event for text areas.
    document.addEventListener('pointerup', follow);
    document.addEventListener('keyup', follow);
    return () => {
      document.removeEventListener('selectionchange', follow);
      document.removeEventListener('pointerup', follow);
      document.removeEventListener('keyup', follow);
    };
  }, [within]);
  return state;
}
