import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../tests/support/growth.ts';
import { robotsAllow, robotsForbid } from './robots.ts';

const at = 'https://x.example/robots.txt';

describe('robots.txt', () => {
  it.each([
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow: /private/', '/a', true],
    ['User-agent: *\nDisallow: /private/', '/private/a', false],
    ['User-agent: *\nDisallow: /\n\nUser-agent: parlance\nAllow: /', '/a', true],
    ['User-agent: parlance\nDisallow: /*.pdf$', '/a.pdf', false],
    ['User-agent: otherbot\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/free', '/a/free/1', true],
    ['<html>not found</html>', '/a', true],
  ])('%j %s: %s', (robots, path, expected) => {
    expect(robotsAllow(robots, at, `https://x.example${path}`)).toBe(expected);
  });

  it('is read in time linear to its length', async () => {
    const read = (length: number): void =>
      void robotsAllow(
        `User-agent: *\n${'Disallow: /*a*a*a*a*a*b\n'.repeat(2 * length)}`,
        at,
        `https://x.example/${'a'.repeat(length)}`,
      );
    await expectLinear(read, { from: 1_000, most: 100_000 });
  });
});

describe('X-Robots-Tag and <meta name="robots">', () => {
  it.each([
    [null, [], false],
    ['noindex', [], true],
    ['index, follow', ['max-image-preview:large'], false],
    ['otherbot: noindex, nofollow', [], false],
    ['otherbot: noindex, parlance: none', [], true],
    [null, ['noindex', 'follow'], true],
    ['unavailable_after: 25 Jun 2030 15:00:00 PST', [], false],
    ['noai', [], true],
  ])('%j %j: %s', (header, directives, expected) => {
    expect(robotsForbid(header, directives)).toBe(expected);
  });
});
