/** The mark: a sound wave that becomes a full stop. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0c6a6d" />
      <g fill="#fff">
        <rect x="6" y="13" width="3" height="6" rx="1.5" />
        <rect x="11.3" y="8" width="3" height="16" rx="1.5" />
        <rect x="16.6" y="11" width="3" height="10" rx="1.5" />
      </g>
      <rect x="22" y="14.3" width="4" height="3.4" rx="1.7" fill="#ffb48a" />
    </svg>
  );
}
