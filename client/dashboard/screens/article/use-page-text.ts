import { useLayoutEffect, useRef, useState } from 'react';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import type { NewDraft } from './use-new-article.ts';
import { useReadPage, type ReadPage } from './use-read-page.ts';

export type PageText = ReturnType<typeof usePageText>;

/** Reads the title and text of a page. Existing text is replaced only after confirmation. */
export function usePageText(
  project: string,
  value: NewDraft,
  edit: (part: Partial<NewDraft>) => void,
  refuse: (errors: FieldErrors) => void,
) {
  const [read, setRead] = useState<ReadPage | null>(null);
  const [replacement, setReplacement] = useState<ReadPage | null>(null);
  const [readPage, reading] = useReadPage(project);
  // The confirmation concerns text typed while the page was being read, not the text from before.
  const written = useRef(value);
  useLayoutEffect(() => {
    written.current = value;
  }, [value]);
  const take = (page: ReadPage) => {
    setReplacement(null);
    setRead(page);
    edit({ title: page.title, text: page.text });
  };
  const readFrom = async (url: string) => {
    edit({ url });
    setRead(null);
    const outcome = await readPage(url);
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    const { title, text } = written.current;
    if (title.trim() || text.trim()) setReplacement(outcome.page);
    else take(outcome.page);
  };
  return { read, reading, readFrom, replacement, take, keep: () => setReplacement(null) };
}
