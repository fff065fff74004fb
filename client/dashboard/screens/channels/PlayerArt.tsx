/** A publisher's page with the player in it, drawn in the colours of the scheme. */
export function PlayerArt({ className }: { className?: string | undefined }) {
  const heights = Array.from(
    { length: 26 },
    (_, index) => 5 + 19 * Math.abs(Math.sin(index * 0.7) * 0.65 + Math.sin(index * 1.7) * 0.35),
  );
  return (
    <svg className={className} viewBox="0 0 360 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="360" height="150" fill="var(--accent-soft)" />
      <g fill="var(--surface)">
        <rect x="40" y="18" width="280" height="150" rx="10" />
      </g>
      <g fill="var(--line)">
        <rect x="62" y="38" width="176" height="10" rx="5" fill="var(--line-strong)" />
        <rect x="62" y="112" width="236" height="6" rx="3" />
        <rect x="62" y="126" width="214" height="6" rx="3" />
        <rect x="62" y="140" width="228" height="6" rx="3" />
      </g>
      <rect
        x="62"
        y="60"
        width="236"
        height="38"
        rx="19"
        fill="var(--surface)"
        stroke="var(--line)"
        strokeWidth="1.5"
      />
      <circle cx="81" cy="79" r="13" fill="var(--accent)" />
      <path d="M77.5 72.5v13l10-6.5z" fill="var(--surface)" />
      {heights.map((height, index) => (
        <rect
          key={index}
          x={106 + index * 6.6}
          y={79 - height / 2}
          width="3"
          height={height}
          rx="1.5"
          fill={index < 10 ? 'var(--accent)' : 'var(--line)'}
        />
      ))}
    </svg>
  );
}
