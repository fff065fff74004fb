import { expect, test } from 'vitest';
import type { MailContent } from './mail-content.ts';
import { mailLanguage } from './mail-words.ts';
import { mailHtml, mailText } from './render-mail.ts';
import { smtpServer } from './smtp.ts';

const content: MailContent = {
  subject: 'A <i>subject</i>',
  preview: 'A "preview"',
  heading: 'A & B',
  blocks: [
    { kind: 'text', text: 'One\n<script>alert(1)</script>' },
    { kind: 'button', text: 'Go', url: 'https://example.com/"onmouseover="x' },
    { kind: 'facts', facts: [['From', '<192.0.2.1>']] },
    { kind: 'note', text: 'Small' },
  ],
  why: 'Why',
};

test('text is never interpreted as markup', () => {
  const html = mailHtml(content, 'de');
  expect(html).toContain('<html lang="de"');
  expect(html).not.toMatch(/<script|<i>|<192|"onmouseover/);
  expect(html).toContain('One<br>&lt;script&gt;');
});

test('the plain text contains everything that the HTML does', () => {
  expect(mailText(content, 'en')).toBe(
    'A & B\n\nOne\n<script>alert(1)</script>\n\nGo:\nhttps://example.com/"onmouseover="x\n\nFrom: <192.0.2.1>\n\nSmall\n\n-- \nParlance\nWhy\n',
  );
  expect(mailText(content, 'fr')).toContain('From\u00a0: <192.0.2.1>');
});

test('text has enough contrast in light and dark mode', () => {
  const html = mailHtml(content, 'en');
  const [light, dark] = [
    html.slice(html.indexOf('<body')),
    /prefers-color-scheme: dark\) \{([^]*?)\n\}/.exec(html)![1]!,
  ];
  const colour = (css: string, pattern: RegExp): string => pattern.exec(css)![1]!;
  const pairs = [
    [colour(dark, /\.ink \{ color: (#\w+)/), colour(dark, /\.card \{ background-color: (#\w+)/)],
    [colour(dark, /\.soft \{ color: (#\w+)/), colour(dark, /\.page \{ background-color: (#\w+)/)],
    [colour(dark, /\.link \{ color: (#\w+)/), colour(dark, /\.card \{ background-color: (#\w+)/)],
    [colour(dark, /\.button \{.* color: (#\w+)/), colour(dark, /\.button \{ background-color: (#\w+)/)],
    [
      colour(light, /class="soft" style="[^"]*;color:(#\w+)/),
      colour(light, /class="page"[^>]*background-color:(#\w+)/),
    ],
    [colour(light, /<h1[^>]*;color:(#\w+)/), colour(light, /class="card line"[^>]*background-color:(#\w+)/)],
    [
      colour(light, /class="link"[^>]*color:(#\w+)/),
      colour(light, /class="card line"[^>]*background-color:(#\w+)/),
    ],
    [
      colour(light, /class="button"[^>]*;color:(#\w+)/),
      colour(light, /class="button"[^>]*background-color:(#\w+)/),
    ],
  ] as const;
  for (const [text, ground] of pairs)
    expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThan(4.5);
});

test('an email uses the first supported language', () => {
  expect(mailLanguage(null, 'it', 'fr-CA', 'de')).toBe('fr');
  expect(mailLanguage(undefined, 'xx')).toBe('en');
});

test('SMTP passwords are sent only over encrypted or local connections', () => {
  const { options, auth } = smtpServer('smtp://me%40example.com:p%3Ass@mail.example.com', 'localhost');
  expect(options).toMatchObject({ host: 'mail.example.com', port: 587, secure: false, requireTLS: true });
  expect(auth).toEqual({ user: 'me@example.com', pass: 'p:ss' });
  expect(smtpServer('smtp://me:x@127.0.0.1:25', 'localhost').options).toMatchObject({
    port: 25,
    requireTLS: false,
  });
  expect(smtpServer('smtp://me:x@127.0.0.1.example.com', 'localhost').options.requireTLS).toBe(true);
  expect(smtpServer('smtps://mail.example.com', 'localhost').options).toMatchObject({
    port: 465,
    secure: true,
  });
});

/** Of WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string): number => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}
