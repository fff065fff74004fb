/** A drawn sound wave: bars whose heights follow two overlaid swings, the same at every call. */
export function Wave({ bars }: { bars: number }) {
  const heights = Array.from({ length: bars }, (_, index) => {
    const swing = Math.abs(Math.sin(index * 0.53) * 0.62 + Math.sin(index * 1.31 + 1) * 0.38);
    const edge = Math.sin((Math.PI * (index + 0.5)) / bars);
    return 6 + 88 * swing * (0.25 + 0.75 * edge);
  });
  return (
    <svg viewBox={`0 0 ${bars * 10} 100`} aria-hidden="true" fill="currentColor">
      {heights.map((height, index) => (
        <rect
          key={index}
          x={index * 10 + 2}
          y={50 - height / 2}
          width="5"
          height={height}
          rx="2.5"
          opacity={index / bars < 0.42 ? 1 : 0.38}
        />
      ))}
    </svg>
  );
}
