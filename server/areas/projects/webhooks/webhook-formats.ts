import { product } from '../../../product.ts';
import type { MailLanguage } from '../../../mail/mail-words.ts';
import { chatText, type ChatText } from './chat-text.ts';
import { standardBody, type WebhookMessage } from './webhook-body.ts';

/** Shortens a text to a number of UTF-16 units, the strictest unit of these services. */
const within = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/**
 * Escapes the marks of Slack's mrkdwn.
 * Source: https://api.slack.com/reference/surfaces/formatting
 */
const slackEscaped = (text: string): string =>
  text.replace(/[&<>]/g, (mark) => (mark === '&' ? '&amp;' : mark === '<' ? '&lt;' : '&gt;'));

/** A message of a Slack incoming webhook. Sections of plain text take at most 3,000 characters. */
function slackBody({ title, facts, links }: ChatText): object {
  const plain = (text: string): object => ({
    type: 'section',
    text: { type: 'plain_text', text: within(text, 3_000), emoji: false },
  });
  const linked = links.map(([label, url]) => `<${slackEscaped(url)}|${slackEscaped(label)}>`);
  return {
    // Notifications and screen readers get this text alone.
    text: slackEscaped(within(title, 3_000)),
    blocks: [
      plain(title),
      ...facts.map(([name, value]) => plain(`${name}: ${value}`)),
      { type: 'context', elements: [{ type: 'mrkdwn', text: linked.join(' · ') }] },
    ],
  };
}

/**
 * An Adaptive Card as the workflow "Send webhook alerts to a channel" of Teams takes it. Text runs show
 * Markdown as it is, which other elements would format.
 */
function teamsBody({ title, facts, links }: ChatText): object {
  const run = (text: string, style: object = {}): object => ({ type: 'TextRun', text, ...style });
  const rich = (inlines: object[]): object => ({ type: 'RichTextBlock', inlines });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            rich([run(within(title, 3_000), { size: 'medium', weight: 'bolder' })]),
            ...facts.map(([name, value]) =>
              rich([run(`${name}: `, { isSubtle: true }), run(within(value, 3_000))]),
            ),
          ],
          actions: links.map(([label, url]) => ({ type: 'Action.OpenUrl', title: label, url })),
        },
      },
    ],
  };
}

/** Discord formats text between these marks. */
const discordEscaped = (text: string): string => text.replace(/[\\*_~`|>#[\]()<-]/g, '\\$&');

/** A message of a Discord webhook; limits: https://discord.com/developers/docs/resources/message */
function discordBody({ title, facts, links }: ChatText, at: Date): object {
  const [[, url]] = links as [ChatText['links'][number]];
  return {
    username: product.name,
    content: within(discordEscaped(title), 2_000),
    // No one is notified by a title that says @everyone.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: within(title, 256),
        url,
        timestamp: at.toISOString(),
        fields: facts.map(([name, value]) => ({
          name: within(name, 256),
          value: within(discordEscaped(value), 1_024),
        })),
        description: links.map(([label, target]) => `[${label}](${target})`).join(' · '),
      },
    ],
  };
}

/** What each format makes of a message: a request body. */
const formats = {
  standard: (message: WebhookMessage) => standardBody(message),
  slack: (message: WebhookMessage, language: MailLanguage) =>
    JSON.stringify(slackBody(chatText(message, language))),
  teams: (message: WebhookMessage, language: MailLanguage) =>
    JSON.stringify(teamsBody(chatText(message, language))),
  discord: (message: WebhookMessage, language: MailLanguage) =>
    JSON.stringify(discordBody(chatText(message, language), message.at)),
} as const;

export type WebhookFormat = keyof typeof formats;

/** All formats, in the order in which screens offer them. */
export const webhookFormats = Object.keys(formats) as readonly WebhookFormat[];

/** Returns the request body of a message. @param language of chats; standard messages have none */
export const bodyIn = (format: WebhookFormat, message: WebhookMessage, language: MailLanguage): string =>
  formats[format](message, language);
