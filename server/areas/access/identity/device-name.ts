const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
];
const systems: readonly [name: string, sign: RegExp][] = [
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * What a person knows a device by, of what its browser says of itself: `Firefox · Windows`. Of a program its
 * name. Null where nothing is said. Versions are left out: they change from week to week.
 */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const find = (signs: typeof browsers) => signs.find(([, sign]) => sign.test(userAgent))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  if (!browser && !system) return /^[\w.+-]{1,40}/.exec(userAgent)?.[0] ?? null;
  return [browser, system].filter(Boolean).join(' · ');
}
