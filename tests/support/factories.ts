import { randomBytes, randomUUID } from 'node:crypto';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type {
  AdUnit,
  Article,
  Audio,
  Channel,
  Deployment,
  Dictionary,
  DictionaryEntry,
  Episode,
  Mail,
  Member,
  Organization,
  PartnerToken,
  Playlist,
  ProcessingRule,
  Resounding,
  StatisticsShare,
  WebhookDelivery,
  Project,
  Sound,
  Source,
  User,
} from '../../prisma/generated/client/client.ts';
import type { MemberStatus, OrganizationRole, ProjectRole } from '../../prisma/generated/client/enums.ts';
import { storedAddress } from '../../server/areas/articles/articles/addresses.ts';
import type { Actor } from '../../server/kernel/actor.ts';
import { credit, type Holder } from '../../server/areas/access/accounts/ledger.ts';
import type { Database } from '../../server/lib/database/db.ts';
import { createSecret } from '../../server/lib/security/crypto.ts';
import { bookableFeatures, type Feature } from '../../server/kernel/features.ts';
import { makeOnce } from './kept-rows.ts';
import { quickHash } from './quick-hash.ts';
import { studioFactory } from './studio-factory.ts';
import { playlistFactory } from './playlist-factory.ts';

type Given<T> = Partial<T>;

/** Flags that administrators have switched on for the organizations of tests. */
const flagged: readonly Feature[] = ['feature_highlight_text', 'security', 'character_limit'];

/** What an account is given to begin with. */
interface Means {
  balance?: bigint | undefined;
  verified?: boolean | undefined;
}

export interface KeyedSource {
  source: Source;
  /** The bearer credential, which the database does not know. */
  apiKey: string;
}

export interface Newsroom {
  organization: Organization;
  maintainer: User;
  editor: User;
  viewer: User;
  /** Belongs to another organization. */
  outsider: User;
  admin: User;
  project: Project;
  source: Source;
  /** Ready, without sound in storage. */
  article: Article;
  audio: Audio;
  rule: ProcessingRule;
  /** Of the channel, with the article. */
  episode: Episode;
  /** With the article. */
  playlist: Playlist;
  /** A JSON Feed. */
  channel: Channel;
  /** In progress, of a separate channel. */
  deployment: Deployment;
  /** Of a campaign of the organization, whose limit is 100. */
  adUnit: AdUnit;
  partnerToken: PartnerToken;
  /** That was given up. */
  mail: Mail;
  /** The project's, with an entry. */
  dictionary: Dictionary;
  entry: DictionaryEntry;
  /** The organization's. */
  glossary: Dictionary;
  /** Of the entry, finished. */
  resounding: Resounding;
  /** A link to a report of the project. */
  statisticsShare: StatisticsShare;
  /** A delivered message of a webhook of the project, whose URL no response contains. */
  webhookDelivery: WebhookDelivery;
}

/** Makes rows that are valid unless a test says otherwise; each call makes new ones. */
export function factories(db: Pick<Database, 'prisma' | 'sql' | 'pool'>) {
  const unique = () => randomUUID().slice(0, 8);

  async function endow(holder: Holder, { balance = 100_000n, verified = false }: Means): Promise<void> {
    if (balance !== 0n) await credit(db.sql, holder, balance, { kind: 'granted', why: 'A new account' });
    if (verified) await db.prisma.account.updateMany({ where: holder, data: { verified } });
  }

  async function user({
    balance,
    verified,
    ...given
  }: Given<Prisma.UserUncheckedCreateInput> & Means = {}): Promise<User> {
    const made = await db.prisma.user.create({
      data: { email: `${unique()}@example.com`, fullname: 'Ada Example', ...given },
    });
    await endow({ userId: made.id }, { balance, verified });
    return made;
  }

  /** With a password that no test knows, as an administrator who can sign in has. */
  const admin = (given: Parameters<typeof user>[0] = {}): Promise<User> =>
    user({ role: 'admin', fullname: 'Grace Admin', passwordHash: quickHash(randomUUID()), ...given });

  async function organization({
    balance,
    verified,
    ...given
  }: Given<Prisma.OrganizationUncheckedCreateInput> & Means = {}): Promise<Organization> {
    const id = unique();
    const made = await db.prisma.organization.create({
      data: {
        slug: `daily-${id}`,
        name: `Daily ${id}`,
        features: [...bookableFeatures, ...flagged],
        ...given,
      },
    });
    await endow({ organizationId: made.id }, { balance, verified });
    return made;
  }

  async function member(
    organizationId: number,
    role: OrganizationRole,
    { status = 'active', ...given }: Given<User> & { status?: MemberStatus } = {},
  ): Promise<User & { member: Member }> {
    const created = given.id
      ? await db.prisma.user.findUniqueOrThrow({ where: { id: given.id } })
      : await user(given);
    return {
      ...created,
      member: await db.prisma.member.create({ data: { organizationId, userId: created.id, role, status } }),
    };
  }

  async function partnerToken(
    organizationId: number,
    given: Given<PartnerToken> = {},
  ): Promise<{ row: PartnerToken; token: string }> {
    const { secret, prefix, hash } = createSecret('pt');
    return {
      token: secret,
      row: await db.prisma.partnerToken.create({
        data: { organizationId, name: 'Test', secretHash: hash, prefix, ...given },
      }),
    };
  }

  /** A mail that was given up. */
  const mail = (): Promise<Mail> =>
    db.prisma.mail.create({
      data: {
        key: unique(),
        kind: 'test',
        recipient: 'ada@example.com',
        language: 'en',
        subject: 'Test',
        content: 'sealed',
        state: 'failed',
        error: 'The mail server can’t be reached (ECONNECTION).',
      },
    });

  /** A project; without an `organizationId` a private one. An owner is made when none is named. */
  async function project(given: Given<Prisma.ProjectUncheckedCreateInput> = {}): Promise<Project> {
    const ownerId = given.ownerId ?? (await user()).id;
    return db.prisma.project.create({
      data: {
        name: `Project ${unique()}`,
        voiceProvider: 'offline',
        voiceName: 'en-US-Otto',
        voiceLanguage: 'en-US',
        ...given,
        ownerId,
      },
    });
  }

  async function grant(projectId: number, userId: number, role: ProjectRole): Promise<void> {
    await db.prisma.projectRoleGrant.create({ data: { projectId, userId, role } });
  }

  async function source(
    projectId: number,
    given: Given<Prisma.SourceUncheckedCreateInput> = {},
  ): Promise<Source> {
    return db.prisma.source.create({ data: { type: 'manual', ...given, projectId } });
  }

  /** The key of an api source, or of an api_readonly one. */
  async function apiKey(projectId: number, type: 'api' | 'api_readonly' = 'api'): Promise<KeyedSource> {
    const { secret, prefix, hash } = createSecret('pk');
    return {
      apiKey: secret,
      source: await source(projectId, { type, apiKeyHash: hash, apiKeyPrefix: prefix }),
    };
  }

  async function article(
    projectId: number,
    given: Given<Prisma.ArticleUncheckedCreateInput> = {},
  ): Promise<Article> {
    const { url = 'https://example.com/a', ...rest } = given;
    return db.prisma.article.create({
      data: {
        title: `Article ${unique()}`,
        text: 'One sentence. And another one.',
        ...storedAddress(url),
        labels: [],
        ...rest,
        projectId,
      },
    });
  }

  /** A finished version, which becomes the one that is played. */
  async function audio(
    articleId: number,
    given: Given<Prisma.AudioUncheckedCreateInput> = {},
  ): Promise<Audio> {
    const version = given.version ?? randomUUID().replaceAll('-', '').repeat(2);
    const row = await db.prisma.audio.create({
      data: {
        durationMs: 1_500,
        bytes: 12_000,
        text: 'One sentence.',
        madeOfTitle: 'A title',
        madeOfText: 'One sentence.',
        timings: [
          { start: 0, length: 3, startMs: 0, endMs: 400 },
          { start: 4, length: 8, startMs: 400, endMs: 1_100 },
        ],
        ...given,
        version,
        articleId,
      },
    });
    await db.prisma.article.update({
      where: { id: articleId },
      data: { audio: version, version, status: 'ready', step: 'assembled' },
    });
    return row;
  }

  /** A processing rule that does not apply to the other factories' articles. */
  async function rule(
    projectId: number,
    given: Given<Prisma.ProcessingRuleUncheckedCreateInput> = {},
  ): Promise<ProcessingRule> {
    return db.prisma.processingRule.create({
      data: {
        position: 0,
        name: `Rule ${unique()}`,
        predicates: [{ operator: 'contains', subject: 'title', value: 'Sport' }],
        actions: [{ action: 'skip_title', values: [] }],
        ...given,
        projectId,
      },
    });
  }

  /** A JSON Feed, unless a type and its settings are given. */
  async function channel(
    projectId: number,
    given: Given<Prisma.ChannelUncheckedCreateInput> = {},
  ): Promise<Channel> {
    return db.prisma.channel.create({
      data: { type: 'json', slug: `channel-${unique()}`, settings: {}, ...given, projectId },
    });
  }

  /**
   * A deployment that is under way, of a new channel: an Alexa skill with the slug `skill-` and the
   * deployment's id.
   */
  async function deployment(projectId: number): Promise<Deployment> {
    const skill = {
      type: 'alexaSkill',
      settings: { name: 'Daily Example', category: 'NEWS' },
      project: { connect: { id: projectId } },
    };
    const made = await db.prisma.deployment.create({
      data: {
        channel: { create: { ...skill, slug: unique() } },
        description: 'Deployment is waiting to start',
      },
    });
    await db.prisma.channel.update({ where: { id: made.channelId }, data: { slug: `skill-${made.id}` } });
    return made;
  }

  const playlist = playlistFactory(db);
  const studioAudio = studioFactory(db);

  /** An uploaded sound, without its file. */
  async function sound(
    projectId: number,
    given: Given<Prisma.SoundUncheckedCreateInput> = {},
  ): Promise<Sound> {
    const file = `upload-${randomUUID().replaceAll('-', '')}${'0'.repeat(8)}`;
    return db.prisma.sound.create({
      data: { name: 'ad.mp3', file, durationMs: 12_500, bytes: 200_000, ...given, projectId },
    });
  }

  /** An episode that is published. */
  async function episode(channelId: number, articleId: number): Promise<Episode> {
    return db.prisma.episode.create({
      data: {
        channelId,
        period: `article ${articleId}`,
        title: `Episode ${unique()}`,
        publishedAt: new Date(),
        articles: { create: { channelId, articleId, position: 0 } },
      },
    });
  }

  /** An ad of a new campaign. */
  async function adUnit(organizationId: number): Promise<AdUnit> {
    const { id: campaignId } = await db.prisma.adCampaign.create({
      data: { organizationId, name: `Campaign ${unique()}`, limit: 100 },
    });
    const days = { dateStart: new Date('2026-01-01'), dateEnd: new Date('2036-01-01') };
    return db.prisma.adUnit.create({
      data: { campaignId, slug: 'ad', file: `upload-${'0'.repeat(40)}`, durationMs: 12_500, ...days },
    });
  }

  /** The dictionary that a project has from the start, with an entry for a word of its articles. */
  async function dictionary(
    projectId: number,
    given: Given<Prisma.DictionaryEntryUncheckedCreateInput> = {},
  ): Promise<{ dictionary: Dictionary; entry: DictionaryEntry }> {
    const own = await db.prisma.dictionary.findFirstOrThrow({ where: { projectId }, orderBy: { id: 'asc' } });
    const entry = { source: 'sentence', replacement: 'sen-tence', ...given, dictionaryId: own.id };
    return { dictionary: own, entry: await db.prisma.dictionaryEntry.create({ data: entry }) };
  }

  const statisticsShare = (projectId: number): Promise<StatisticsShare> =>
    db.prisma.statisticsShare.create({
      data: {
        projectId,
        report: 'PlaysByDay',
        period: 'LAST_7_DAYS',
        token: randomBytes(16).toString('base64url'),
      },
    });

  const webhookDelivery = async (projectId: number): Promise<WebhookDelivery> => {
    const { id: endpointId } = await db.prisma.webhookEndpoint.create({
      data: { projectId, credentials: 'unreadable', kinds: ['balance.low'] },
    });
    const event = { projectId, kind: 'balance.low', subject: 'account 1', data: {} };
    return db.prisma.webhookDelivery.create({
      data: {
        endpoint: { connect: { id: endpointId } },
        event: { create: event },
        subject: event.subject,
        state: 'delivered',
      },
    });
  };

  /**
   * Creates an organization with one member of each role, a user of another organization, and a project with
   * a ready article.
   */
  const newsroom = (given?: { features?: string[] }): Promise<Newsroom> =>
    given ? newNewsroom(given) : makeOnce(db, newNewsroom);

  async function newNewsroom(given: { features?: string[] } = {}): Promise<Newsroom> {
    const own = await organization(given);
    const maintainer = await member(own.id, 'maintainer');
    const editor = await member(own.id, 'editor');
    const viewer = await member(own.id, 'viewer');
    const outsider = await member((await organization()).id, 'maintainer');
    const theirs = await project({ organizationId: own.id, ownerId: maintainer.id });
    const manual = await source(theirs.id);
    const draft = await article(theirs.id, { sourceId: manual.id });
    const sound = await audio(draft.id);
    const feed = await channel(theirs.id);
    const words = await dictionary(theirs.id);
    return {
      organization: own,
      maintainer,
      editor,
      viewer,
      outsider,
      admin: await admin(),
      project: theirs,
      source: manual,
      audio: sound,
      rule: await rule(theirs.id),
      playlist: await playlist(theirs.id, [draft.id]),
      channel: feed,
      episode: await episode(feed.id, draft.id),
      deployment: await deployment(theirs.id),
      adUnit: await adUnit(own.id),
      partnerToken: (await partnerToken(own.id)).row,
      mail: await mail(),
      ...words,
      resounding: await db.prisma.resounding.create({
        data: {
          entryIds: [words.entry.id],
          charactersPerDay: 1_000,
          below: 1,
          top: 1,
          status: 'finished',
          endedAt: new Date(),
        },
      }),
      statisticsShare: await statisticsShare(draft.projectId),
      webhookDelivery: await webhookDelivery(theirs.id),
      glossary: await db.prisma.dictionary.create({
        data: { level: 'organization', organizationId: own.id, name: 'Glossary' },
      }),
      article: await db.prisma.article.findUniqueOrThrow({ where: { id: draft.id } }),
    };
  }

  return {
    user,
    admin,
    organization,
    member,
    partnerToken,
    project,
    grant,
    source,
    apiKey,
    article,
    audio,
    rule,
    playlist,
    studioAudio,
    statisticsShare,
    webhookDelivery,
    channel,
    deployment,
    episode,
    sound,
    adUnit,
    dictionary,
    newsroom,
  };
}

export type Factories = ReturnType<typeof factories>;

/** The actor that a signed-in user is, for tests of the areas' functions. */
export function actorOf(user: Pick<User, 'id' | 'role'>): Extract<Actor, { kind: 'user' }> {
  return { kind: 'user', userId: user.id, role: user.role, sessionId: randomUUID() };
}
