import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { simpleParser } from 'mailparser';
import { SaxesParser } from 'saxes';
import { beforeEach, describe, expect, test } from 'vitest';
import { attachment } from '../../server/lib/requests/attachment.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { mailHtml, mailText } from '../../server/mail/render-mail.ts';
import { openMail } from '../../server/mail/transport.ts';
import { newspaper } from '../feeds/newspaper.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

/** Names that break out of their context, start another one, or display as something else. */
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' x='",
  '</title></script></textarea><svg onload=alert(1)>',
  ']]><![CDATA[<b>',
  '--><script>alert(1)</script><!--',
  '&lt;script&gt;alert(1)&#60;/script&#62;',
  'javascript:alert(1)',
  'a\r\nX-Injected: 1\r\n\r\n<script>alert(1)</script>',
  'invoice\u202Egpj.exe',
  '../../etc/passwd',
  'Ünïcödé 漢字 🎧 "quoted" 100%',
  '\u001b[31mred\u0007',
];
const all = hostile.join(' ');

const page = 'https://gazette.example/harbour';
let room: Newsroom;
let version: string;
let slugs: Record<string, string>;
let doors: string[];

/** A newsroom in which everything that has a name has this one. */
async function nameEverything(name: string): Promise<void> {
  const { prisma } = server.app.db;
  const paper = newspaper(server);
  const id = room.project.id;
  await prisma.project.update({ where: { id }, data: { name, mainUrl: 'https://gazette.example/' } });
  await prisma.organization.update({ where: { id: room.organization.id }, data: { name } });
  const settings = { title: name, name, description: name, author: name, copyright: name };
  const podcast = await paper.podcast(id, 0, settings);
  const { article, audio } = await paper.episode(podcast, {
    title: name,
    text: name,
    author: name,
    labels: [name],
    url: page,
  });
  version = audio.version;
  await server.app.storage.put(`audio/${version}.mp3`, Buffer.from('sound'));
  const playlist = await server.make.playlist(id, [article.id]);
  await prisma.playlist.update({ where: { id: playlist.id }, data: { name } });
  const channel = async (
    type: 'json' | 'alexaFB' | 'googleAction' | 'player' | 'playlistPlayer',
    more: object = {},
  ) => (await server.make.channel(id, { type, settings: { ...settings, ...more } })).slug;
  slugs = {
    podcast: podcast.slug,
    json: await channel('json', { includeNotReady: true }),
    alexaFB: await channel('alexaFB', { voiceType: 'amazon' }),
    googleAction: await channel('googleAction'),
    player: await channel('player', { version: 3 }),
    playlistPlayer: await channel('playlistPlayer', {
      playlists: [{ id: playlist.id, goesLiveAt: '2026-01-01T00:00' }],
    }),
  };
  const { guid } = await prisma.episode.findFirstOrThrow({ where: { channelId: podcast.id } });
  const address = encodeURIComponent(page);
  doors = [
    `/podcast/${slugs['podcast']}`,
    `/podcast/${slugs['podcast']}/${guid}/chapters`,
    `/podcast/${slugs['podcast']}/${guid}/transcript`,
    `/json/${slugs['json']}`,
    `/alexafb/${slugs['alexaFB']}`,
    `/google/${slugs['googleAction']}`,
    `/player/${slugs['player']}/config?url=${address}`,
    `/player/${slugs['player']}/frame?url=${address}`,
    `/player/${slugs['playlistPlayer']}/config`,
    `/player/${slugs['playlistPlayer']}/frame`,
    `/oembed?url=${address}&channel=${slugs['player']}`,
    `/oembed?format=xml&url=${address}&channel=${slugs['player']}`,
    `/download/audio/${version}.vtt`,
  ];
}

beforeEach(async () => {
  room = await server.make.newsroom();
});

interface Elements {
  /** Elements and attributes that load or run something, by name, with how many there are. */
  counts: Record<string, number>;
  links: string[];
}

const active =
  /^(?:script|style|svg|img|picture|audio|video|source|iframe|object|embed|form|base|link|a|button)$/;

function elementsOf(html: string): Elements {
  const { document } = parseHTML(html);
  const counts: Record<string, number> = {};
  for (const element of document.querySelectorAll('*')) {
    if (active.test(element.localName)) counts[element.localName] = (counts[element.localName] ?? 0) + 1;
    for (const { name } of element.attributes) if (/^on/i.test(name)) counts[name] = (counts[name] ?? 0) + 1;
  }
  const links = [...document.querySelectorAll('[href], [src]')].map(
    (element) => element.getAttribute('href') ?? element.getAttribute('src')!,
  );
  return { counts, links };
}

/** Names of the elements of a document of XML. @throws where it is not well-formed */
function xmlNames(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local }) => void names.push(local));
  parser.write(xml).close();
  return names;
}

async function answersOf(
  name: string,
  accept: string,
): Promise<Map<string, { body: string; type: string; headers: Headers }>> {
  await nameEverything(name);
  const found = new Map<string, { body: string; type: string; headers: Headers }>();
  for (const door of doors) {
    const response = await fetch(server.url + door, { headers: { accept } });
    const key = Object.entries(slugs).reduce((path, [kind, slug]) => path.replaceAll(slug, kind), door);
    const body = await response.text();
    if (response.ok)
      found.set(key.replace(/[0-9a-f-]{30,}/g, 'id'), {
        body,
        type: response.headers.get('content-type') ?? '',
        headers: response.headers,
      });
  }
  return found;
}

describe.each(['text/html', '*/*'])('a hostile name, requested as %s,', (accept) => {
  test('is always escaped', async () => {
    const harmless = await answersOf('A name', accept);
    room = await server.make.newsroom();
    const answers = await answersOf(all, accept);
    expect([...answers.keys()]).toEqual([...harmless.keys()]);
    expect(answers.size).toBeGreaterThan(8);
    for (const [door, { body, type, headers }] of answers) {
      expect(headers.get('x-injected'), door).toBeNull();
      expect(headers.get('x-content-type-options'), door).toBe('nosniff');
      if (type.includes('html')) {
        const [found, before] = [elementsOf(body), elementsOf(harmless.get(door)!.body)];
        expect(found.counts, door).toEqual(before.counts);
        expect(
          found.links.filter((link) => /^\s*(?:javascript|data|vbscript):/i.test(link)),
          door,
        ).toEqual([]);
      } else if (type.includes('xml')) {
        expect(
          xmlNames(body).filter((name) => ['script', 'svg', 'img', 'b'].includes(name)),
          door,
        ).toEqual([]);
      } else if (type.includes('json')) expect(() => JSON.parse(body) as unknown, door).not.toThrow();
      else expect(type, door).toMatch(/^text\/(?:vtt|plain)/);
    }
  });
});

describe('a file name', () => {
  /** RFC 6266, section 4.1: both parameters, with nothing that ends a quoted string or a value. */
  const form =
    /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-Fa-f]{2})+$/;

  test.each([...hostile, all, '', '   ', '"', '\u202E\u200F', '𝒜'.repeat(400), '\ud800'])(
    '%j is safe',
    async (title) => {
      const header = attachment(title, 'audio', 'mp3');
      expect(header).toMatch(form);
      const name = decodeURIComponent(/UTF-8''(.+)$/.exec(header)![1]!);
      expect(name).toMatch(/\.mp3$/);
      expect(name).not.toMatch(/[\p{C}"\\/:*?<>|]/u);
      expect(name.length).toBeLessThanOrEqual(160);
    },
  );

  test('is kept in downloads and exports', async () => {
    await nameEverything(all);
    const download = await fetch(
      `${server.url}/download/audio/${version}.mp3?download=${encodeURIComponent(all)}`,
    );
    expect(download.status).toBe(200);
    expect(download.headers.get('content-disposition')).toMatch(form);
    expect(download.headers.get('x-injected')).toBeNull();
    const { dictionary } = await server.make.dictionary(room.project.id);
    await server.app.db.prisma.dictionary.update({ where: { id: dictionary.id }, data: { name: all } });
    const token = await server.signIn(room.maintainer);
    const exported = await server.rest('GET', `/api/dictionaries/${dictionary.id}/export`, { token });
    if (exported.status === 200) expect(exported.headers.get('content-disposition')).toMatch(form);
  });
});

test('an email has only the intended headers, for any names in it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hostile-mail-'));
  const mail = openMail({
    smtpUrl: undefined,
    mailFrom: 'post@example.com',
    dataDir,
    publicUrl: 'http://localhost',
  });
  const content = {
    subject: `${all}\r\nBcc: victim@example.com`,
    preview: all,
    heading: all,
    blocks: [
      { kind: 'text' as const, text: all },
      { kind: 'button' as const, text: all, url: 'https://example.com/' },
      { kind: 'facts' as const, facts: [[all, all] as const] },
    ],
    why: all,
  };
  const html = mailHtml(content, 'en');
  await mail.send(
    {
      id: 'hostile',
      to: 'ada@example.com',
      subject: content.subject,
      html,
      text: mailText(content, 'en'),
      unsubscribeUrl: null,
      files: [{ name: `${all}\r\nX-Injected: 1.csv`, type: 'text/csv', content: 'YQ==' }],
    },
    async () => {},
  );
  const [file] = await readdir(mail.outbox!);
  const bytes = await readFile(join(mail.outbox!, file!));
  const parsed = await simpleParser(bytes);
  expect([...parsed.headers.keys()].sort()).toEqual(
    ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
  );
  expect(parsed.bcc).toBeUndefined();
  expect(parsed.attachments).toHaveLength(1);
  expect([...parsed.attachments[0]!.headers.keys()]).not.toContain('x-injected');
  const harmless = content.blocks.map((block) =>
    block.kind === 'facts' ? { ...block, facts: [['a', 'a'] as const] } : { ...block, text: 'a' },
  );
  const plain = { subject: 'a', preview: 'a', heading: 'a', blocks: harmless, why: 'a' };
  expect(elementsOf(html).counts).toEqual(elementsOf(mailHtml(plain, 'en')).counts);
});

test('a log entry is one line, whatever its content', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  log.info({ name: all, err: new Error(all) }, all);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]*\n$/);
  expect(lines[0]).not.toMatch(/\u001b|\u0007/);
  expect(JSON.parse(lines[0]!)).toMatchObject({ name: all, msg: all });
});
