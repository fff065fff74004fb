/** Components for the tags of messages: `<b>` and `<code>` as in HTML, `<hidden>` for screen readers only. */
import type { ReactNode } from 'react';

export const b = (text: ReactNode): ReactNode => <strong>{text}</strong>;
export const code = (text: ReactNode): ReactNode => <code>{text}</code>;
export const hidden = (text: ReactNode): ReactNode => <span className="visually-hidden">{text}</span>;
