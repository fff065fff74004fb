/**
 * The likeness of a version of the player: 2 and 3 have a line that is played along, 3 with the shield of
 * what asks for consent; 4 is a pill with a word.
 * @param color of the player, as CSS; empty: that of the dashboard
 */
export function VersionArt({ version, color }: { version: number; color: string }) {
  const paint = color || 'var(--accent)';
  const frame = { fill: 'var(--surface)', stroke: 'var(--line)', strokeWidth: 1.5 };
  const play = (x: number, fill: string) => <path d={`M${x} 22.5v11l8.5-5.5z`} fill={fill} />;
  if (version === 4)
    return (
      <svg viewBox="0 0 150 56" aria-hidden="true">
        <rect x="22" y="10" width="106" height="36" rx="18" fill={paint} />
        {play(42, 'var(--surface)')}
        <rect x="60" y="24.5" width="48" height="7" rx="3.5" fill="var(--surface)" />
      </svg>
    );
  return (
    <svg viewBox="0 0 150 56" aria-hidden="true">
      <rect x="3" y="6" width="144" height="44" rx="8" {...frame} />
      <circle cx="25" cy="28" r="13" fill={paint} />
      {play(21.5, 'var(--surface)')}
      <rect x="48" y="17" width="62" height="6" rx="3" fill="var(--line-strong)" />
      <rect x="48" y="33" width={version === 3 ? 66 : 86} height="4" rx="2" fill="var(--line)" />
      <rect x="48" y="33" width="30" height="4" rx="2" fill={paint} />
      {version === 3 && (
        <path
          d="M130 22l7 2.5v5.5c0 4-3 6.6-7 8-4-1.4-7-4-7-8v-5.5z"
          fill="none"
          stroke={paint}
          strokeWidth="1.8"
        />
      )}
    </svg>
  );
}
