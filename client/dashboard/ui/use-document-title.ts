import { useEffect } from 'react';

/** Without a title the document keeps the one it has. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
}
