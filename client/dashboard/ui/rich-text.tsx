/**
 * What the tags of messages stand for: `<b>` and `<code>` as HTML has them, `<hidden>` for screen readers
 * alone.
 */
import type { ReactNode } from 'react';

export const b = (text: ReactNode): ReactNode => <strong>{text}</strong>;
export const code = (text: ReactNode): ReactNode => <code>{text}</code>;
export const hidden = (text: ReactNode): ReactNode => <span className="visually-hidden">{text}</span>;
