import { useState, type DragEvent } from 'react';
import { studioWords } from '../../../generated/words/studio.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { StudioValue } from '../studio-value.ts';
import { useTextSource, type SourceText } from './use-text-source.ts';

interface TextTransfer {
  text: string;
  locked: boolean;
  edit: (part: Partial<StudioValue>) => void;
  onTaken: () => void;
}

/** Reads text of pages and documents, also dropped ones, to replace the existing text or follow it. */
export function useTextTransfer({ text: present, locked, edit, onTaken }: TextTransfer) {
  const w = useWords(studioWords);
  const [found, setFound] = useState<SourceText | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const take = ({ from, text, isCut }: SourceText, below: boolean) => {
    setFound(null);
    if (below) edit({ text: `${present.trimEnd()}\n\n${text}` });
    else edit({ text, marks: [] });
    onTaken();
    setNotice([w.source.done({ name: from }), ...(isCut ? [w.source.cut] : [])].join(' '));
  };
  const source = useTextSource((read) => (present.trim() === '' ? take(read, false) : setFound(read)));
  const dropArea = {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(!locked);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (!file) return;
      event.preventDefault();
      if (source.reading === null && !locked) source.readFile(file);
    },
  };
  return { source, found, setFound, take, notice, setNotice, over, dropArea };
}
