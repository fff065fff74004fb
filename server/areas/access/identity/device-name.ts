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
 * Returns a readable name of a device from its user agent: `Firefox · Windows`. For a program, it is its
 * name. Null without a user agent. Versions are left out because they change from week to week.
 */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const find = (signs: typeof browsers) => signs.find(([, sign]) => sign.test(userAgent))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  if (!browser && !system) return /^[\w.+-]{1,40}/.exec(userAgent)?.[0] ?? null;
  return [browser, system].filter(Boolean).join(' · ');
}
