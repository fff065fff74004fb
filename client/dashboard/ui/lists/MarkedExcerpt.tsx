interface MarkedExcerptProps {
  excerpt: string;
  /** UTF-16 offset and length of what is marked. */
  start: number;
  length: number;
}

/** A piece of a text with a word of it marked. */
export const MarkedExcerpt = ({ excerpt, start, length }: MarkedExcerptProps) => (
  <>
    {excerpt.slice(0, start)}
    <mark>{excerpt.slice(start, start + length)}</mark>
    {excerpt.slice(start + length)}
  </>
);
