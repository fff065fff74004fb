import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { b, code } from '../../ui/rich-text.tsx';

/** Components for the tags in these texts. */
export const tags = {
  b,
  code,
  i: (text: ReactNode) => <em>{text}</em>,
  create: (text: ReactNode) => <Link to="/projects/create/">{text}</Link>,
  dictionaries: (text: ReactNode) => <Link to="/dictionaries/projects">{text}</Link>,
  explorer: (text: ReactNode) => <a href="/explorer">{text}</a>,
  rest: (text: ReactNode) => <a href="/api/docs">{text}</a>,
  openapi: (text: ReactNode) => <a href="/api/openapi.json">{text}</a>,
};

/** A command, line by line; lines of something else are joined by `joint`. */
export const Command = ({ lines, joint = ' \\\n  ' }: { lines: string[]; joint?: string }) => (
  <pre tabIndex={0}>
    <code>{lines.join(joint)}</code>
  </pre>
);
