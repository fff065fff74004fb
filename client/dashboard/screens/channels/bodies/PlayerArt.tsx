/** A publisher's page with the player in it, drawn in the colours of the scheme. */
export function PlayerArt({ className }: { className?: string | undefined }) {
  const heights = Array.from(
    { length: 20 },
    (_, index) => 5 + 19 * Math.abs(Math.sin(index * 0.7) * 0.65 + Math.sin(index * 1.7) * 0.35),
  );
  return (
    <svg className={className} viewBox="0 0 300 190" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <rect x="26" y="20" width="248" height="200" rx="10" fill="var(--surface)" />
      <rect x="46" y="40" width="150" height="10" rx="5" fill="var(--line-strong)" />
      <rect
        x="46"
        y="66"
        width="208"
        height="40"
        rx="20"
        fill="var(--surface)"
        stroke="var(--line)"
        strokeWidth="1.5"
      />
      <circle cx="66" cy="86" r="13" fill="var(--accent)" />
      <path d="M62.5 79.5v13l10-6.5z" fill="var(--surface)" />
      {heights.map((height, index) => (
        <rect
          key={index}
          x={92 + index * 7.4}
          y={86 - height / 2}
          width="3.4"
          height={height}
          rx="1.7"
          fill={index < 8 ? 'var(--accent)' : 'var(--line)'}
        />
      ))}
      {[208, 190, 202, 120].map((width, index) => (
        <rect
          key={width}
          x="46"
          y={124 + index * 16}
          width={width}
          height="6"
          rx="3"
          fill="var(--neutral-soft)"
        />
      ))}
    </svg>
  );
}
