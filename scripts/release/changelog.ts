/** Reads and rewrites `.github/CHANGELOG.md`, whose first section is the unreleased one. */

/** Headings of a section: what concerns security, then the readers. */
export const readers = [
  'Security',
  'Editors',
  'Publishers',
  'Operators',
  'API clients',
  'Contributors',
] as const;

const unreleased = '## Unreleased\n';

/** Returns the text below **Unreleased**. @throws Error when there is no such section */
export function unreleasedSection(changelog: string): string {
  const [, rest] = changelog.split(unreleased);
  if (rest === undefined) throw new Error('The changelog has no section "## Unreleased".');
  return rest.split(/^## /m)[0]!;
}

/** Returns what breaks the form of a section: one line per change, below the heading of a reader. */
export function problemsOf(section: string): string[] {
  return section.split('\n').flatMap((line) => {
    if (line === '' || (line.startsWith('- ') && line.length <= 250)) return [];
    if (line.startsWith('### '))
      return readers.some((reader) => line === `### ${reader}`) ? [] : [`Unknown reader: ${line}`];
    return [`Write one line of at most 250 characters, beginning with "- ": ${line.slice(0, 60)}`];
  });
}

/**
 * Returns the version that follows the last release.
 * @param bump patch, minor or major, or the version
 * @throws Error when it is neither, or not later than the last release
 */
export function nextVersion(changelog: string, bump: string): string {
  const last = /^## \[(\d+)\.(\d+)\.(\d+)\] – \d{4}/m.exec(changelog);
  const [major = 0, minor = 0, patch = 0] = (last ?? []).slice(1).map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  if (bump === 'minor') return `${major}.${minor + 1}.0`;
  if (bump === 'patch') return `${major}.${minor}.${patch + 1}`;
  const chosen = /^(\d+)\.(\d+)\.(\d+)$/.exec(bump)?.slice(1).map(Number);
  if (!chosen) throw new Error(`"${bump}" is not a version. Use patch, minor, major or x.y.z.`);
  const parts = [major, minor, patch];
  const differs = chosen.findIndex((part, index) => part !== parts[index]);
  if (differs < 0 || chosen[differs]! < parts[differs]!)
    throw new Error(`${bump} is not later than ${parts.join('.')}.`);
  return bump;
}

/**
 * Returns the changelog with the unreleased section under the version and its day, and an empty one above.
 * @throws Error when nothing is unreleased, or not in its form
 */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  const section = unreleasedSection(changelog);
  const problems = problemsOf(section);
  if (problems.length) throw new Error(problems.join('\n'));
  if (!section.includes('\n- ')) throw new Error('The changelog has no unreleased changes.');
  return changelog.replace(unreleased, `${unreleased}\n## [${version}] – ${day}\n`);
}
