import type { FirstDocSlug } from '../docs/doc-pages.ts';
import styles from './DashboardScreen.module.css';

const bars = (count: number, x: number, y: number, fill: string, phase: number) =>
  Array.from({ length: count }, (_, index) => {
    const height =
      8 + 44 * Math.abs(Math.sin(index * 0.7 + phase) * 0.7 + Math.sin(index * 1.9 + phase) * 0.3);
    return (
      <rect
        key={index}
        x={x + index * 9}
        y={y - height / 2}
        width="4.5"
        height={height}
        rx="2.25"
        fill={fill}
      />
    );
  });

const page = (x: number, y: number) => (
  <g>
    <rect x={x} y={y} width="74" height="92" rx="7" fill="var(--paper)" />
    <rect x={x + 11} y={y + 13} width="44" height="6" rx="3" fill="var(--shape)" />
    {[28, 39, 50, 61, 72].map((line, index) => (
      <rect
        key={line}
        x={x + 11}
        y={y + line}
        width={index === 4 ? 30 : 52}
        height="4"
        rx="2"
        fill="var(--soft)"
      />
    ))}
  </g>
);

const drawings: Record<FirstDocSlug, () => React.ReactNode> = {
  'first-article': () => (
    <>
      {page(42, 34)}
      <path
        d="M132 80h22m-8-8 8 8-8 8"
        fill="none"
        stroke="var(--spot-art)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {bars(11, 176, 80, 'var(--shape)', 0.6)}
    </>
  ),
  sources: () => (
    <>
      {[
        [40, 26, 'M8 26a18 18 0 0 1 18 0M8 26'],
        [40, 96, ''],
      ].map(([x, y]) => (
        <rect key={String(y)} x={Number(x)} y={Number(y)} width="62" height="40" rx="8" fill="var(--paper)" />
      ))}
      {[
        [218, 26],
        [218, 96],
      ].map(([x, y]) => (
        <rect key={y} x={x} y={y} width="62" height="40" rx="8" fill="var(--paper)" />
      ))}
      <path
        d="M102 46c40 0 24 34 58 34M102 116c40 0 24-36 58-36M218 46c-40 0-24 34-58 34M218 116c-40 0-24-36-58-36"
        fill="none"
        stroke="var(--soft)"
        strokeWidth="4"
      />
      <circle cx="160" cy="80" r="23" fill="var(--shape)" />
      {[148, 156, 164, 172].map((x, index) => (
        <rect
          key={x}
          x={x - 2}
          y={80 - [5, 11, 8, 4][index]!}
          width="4"
          height={[10, 22, 16, 8][index]}
          rx="2"
          fill="var(--art)"
        />
      ))}
      <circle cx="62" cy="54" r="4" fill="var(--spot-art)" />
      <path
        d="M58 42a16 16 0 0 1 16 16M58 35a23 23 0 0 1 23 23"
        fill="none"
        stroke="var(--spot-art)"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
      <path d="M56 110h32M56 118h22" stroke="var(--shape)" strokeWidth="4" strokeLinecap="round" />
      <path
        d="m240 38-8 8 8 8m18-16 8 8-8 8"
        fill="none"
        stroke="var(--shape)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="m238 124 3-11 18-14 7 8-18 14z" fill="var(--spot-art)" />
    </>
  ),
  voices: () => (
    <>
      <circle cx="106" cy="66" r="24" fill="var(--shape)" />
      <path d="M62 132c4-30 20-38 44-38s40 8 44 38z" fill="var(--shape)" />
      <circle cx="214" cy="66" r="24" fill="var(--soft)" />
      <path d="M170 132c4-30 20-38 44-38s40 8 44 38z" fill="var(--soft)" />
      <path
        d="M140 48c6 10 6 26 0 36M152 40c10 16 10 36 0 52"
        fill="none"
        stroke="var(--spot-art)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </>
  ),
  characters: () => (
    <>
      <rect x="44" y="36" width="232" height="88" rx="10" fill="var(--paper)" />
      {[54, 72, 90, 108].map((y, row) =>
        [0, 1, 2, 3, 4, 5, 6, 7].map((column) => {
          const changed = row === 1 && column > 1 && column < 5;
          return (
            <rect
              key={`${y}${column}`}
              x={58 + column * 26}
              y={y - 4}
              width={column % 3 === 2 ? 16 : 20}
              height="7"
              rx="3.5"
              fill={changed ? 'var(--spot-art)' : row === 0 ? 'var(--shape)' : 'var(--soft)'}
            />
          );
        }),
      )}
    </>
  ),
};

/** The picture on a documentation card. */
export function CardArt({ slug }: { slug: FirstDocSlug }) {
  return (
    <svg
      className={styles.art}
      data-slug={slug}
      viewBox="0 0 320 160"
      role="img"
      aria-label=""
      aria-hidden="true"
    >
      {drawings[slug]()}
    </svg>
  );
}
