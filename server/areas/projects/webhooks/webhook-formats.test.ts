import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { mailLanguages } from '../../../mail/mail-words.ts';
import { messageOf, type WebhookMessage } from './webhook-body.ts';
import { exampleData } from '../../../../tests/webhooks/webhook-examples.ts';
import { webhookEventKinds } from './webhook-events.ts';
import { bodyIn } from './webhook-formats.ts';

const at = new Date('2026-11-29T16:00:00Z');
const message = (kind: string, data: unknown = exampleData(kind)): WebhookMessage =>
  messageOf({ kind, data, createdAt: at }, 'https://parlance.example')!;

/** What Slack accepts as a message of these blocks, with its limits. */
const slackText = z.strictObject({
  type: z.literal('plain_text'),
  text: z.string().min(1).max(3_000),
  emoji: z.boolean(),
});
const slack = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('section'), text: slackText }),
        z.strictObject({
          type: z.literal('context'),
          elements: z
            .array(z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3_000) }))
            .max(10),
        }),
      ]),
    )
    .max(50),
});

const textRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string().min(1),
  size: z.literal('medium').optional(),
  weight: z.literal('bolder').optional(),
  isSubtle: z.boolean().optional(),
});
/** What a Teams workflow accepts: a message with one Adaptive Card. */
const teams = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
        type: z.literal('AdaptiveCard'),
        version: z.literal('1.4'),
        body: z.array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(textRun).min(1) })),
        actions: z.array(
          z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() }),
        ),
      }),
    }),
  ]),
});

/** What Discord accepts, with its limits. */
const discord = z.strictObject({
  username: z.string().min(1).max(80),
  content: z.string().min(1).max(2_000),
  allowed_mentions: z.strictObject({ parse: z.array(z.string()) }),
  embeds: z
    .array(
      z.strictObject({
        title: z.string().max(256),
        url: z.url(),
        timestamp: z.iso.datetime(),
        description: z.string().max(4_096),
        fields: z
          .array(z.strictObject({ name: z.string().min(1).max(256), value: z.string().min(1).max(1_024) }))
          .max(25),
      }),
    )
    .max(10),
});

describe.each([
  ['slack', slack],
  ['teams', teams],
  ['discord', discord],
] as const)('%s', (format, schema) => {
  test.each([...webhookEventKinds, 'webhook.test'])(
    '%s matches the format that the service accepts',
    (kind) => {
      for (const language of mailLanguages) {
        const body = bodyIn(format, message(kind), language);
        expect(schema.safeParse(JSON.parse(body)).error).toBeUndefined();
        expect(body).not.toMatch(/undefined|\[object/);
      }
    },
  );

  test('a long title is cut to the limits of the service', () => {
    const data = exampleData('article.failed') as { article: { title: string }; reason: string };
    const long = {
      ...data,
      article: { ...data.article, title: '😀'.repeat(2_500) },
      reason: 'x'.repeat(9_000),
    };
    const parsed = schema.safeParse(JSON.parse(bodyIn(format, message('article.failed', long), 'en')));
    expect(parsed.error).toBeUndefined();
  });
});

const titled = (title: string): WebhookMessage => {
  const data = exampleData('article.ready') as { article: object };
  return message('article.ready', { ...data, article: { ...data.article, title } });
};

test('a title cannot add formatting or mentions', () => {
  const title = '<!channel> *A* [b](https://x.example) @everyone & co';
  const inSlack = slack.parse(JSON.parse(bodyIn('slack', titled(title), 'en')));
  expect(inSlack.text).toContain('&lt;!channel&gt;');
  expect(inSlack.blocks[0]).toMatchObject({
    text: { type: 'plain_text', text: `Audio generated: ${title}` },
  });
  const inDiscord = discord.parse(JSON.parse(bodyIn('discord', titled(title), 'en')));
  expect(inDiscord.content).toContain('\\*A\\* \\[b\\]');
  expect(inDiscord.allowed_mentions).toEqual({ parse: [] });
});

test('a standard message is small, and has type, timestamp and data', () => {
  for (const kind of webhookEventKinds) {
    const body = bodyIn('standard', message(kind), 'en');
    expect(JSON.parse(body)).toMatchObject({ type: kind, timestamp: at.toISOString() });
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  }
});

test('an event of another release is not sent', () => {
  expect(messageOf({ kind: 'article.sung', data: {}, createdAt: at }, 'https://parlance.example')).toBeNull();
});
