import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { World } from '../rest/rest-calls.ts';
import { mailedLinks } from '../support/sent-mails.ts';
import { png, wav } from '../support/media.ts';
import type { TestServer } from '../support/server.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import type { Caller } from './callers.ts';
import { invitationSecret } from './invitation-secret.ts';
import { password } from './permission-stage.ts';

/** Where a call is made that is to succeed. */
export interface Scene {
  server: TestServer;
  world: World;
  /** Token of the caller. */
  token: string | undefined;
  /** Sends an operation of the same caller. @returns the value of its one field */
  ask(document: string): Promise<any>;
}

/** Successful call of a mutation, by a permitted caller. */
export interface SuccessfulCall {
  /** Default: a maintainer of the organization. */
  as?: Caller;
  /** Input of the mutation; a file is the variable `file`. */
  input?: (scene: Scene) => string | Promise<string>;
  file?: () => File | Promise<File>;
}

const quoted = (value: string): string => JSON.stringify(value);
const mutation = (name: string, input: string, selection = '__typename'): string =>
  `mutation { ${name}(input: { ${input} }) { __typename ... on Error { message } ... on ${name.charAt(0).toUpperCase()}${name.slice(1)}Success { ${selection} } } }`;
/** Creates a webhook, whose URL can be read. @returns its id, as input of a mutation */
async function madeWebhook({ ask, world }: Scene): Promise<string> {
  const input = `project: "${world.project.id}", url: "https://example.com/", events: [ARTICLE_READY]`;
  const { webhook } = await ask(mutation('createWebhook', input, 'webhook { id }'));
  return `id: "${webhook.id}"`;
}
const ofProject = (more: (world: World) => string) => ({
  input: ({ world }: Scene) => `project: "${world.project.id}", ${more(world)}`,
});
const predicates = 'predicates: [{ subject: "title", operator: "contains", value: "Sport" }]';
const rule = `${predicates}, actions: [{ action: "skip_title" }]`;
const own = `password: ${quoted(password)}`;

/** Deletes a thing, and answers its id. */
const deleted =
  (name: string, id: (world: World) => number | string, key = 'id') =>
  async ({ ask, world }: Scene): Promise<string> => {
    const input = `${key}: "${id(world)}"`;
    await ask(mutation(name, input));
    return input;
  };

/** A passkey of the caller. @returns its key, and the device */
async function madePasskey({ ask, server }: Scene): Promise<{ key: string; device: SoftwarePasskey }> {
  const device = new SoftwarePasskey(new URL(server.app.config.publicUrl).origin);
  const { challenge } = await ask(mutation('beginPasskey', own, 'challenge { options setup }'));
  const answer = device.create(challenge.options);
  const input = `setup: ${quoted(challenge.setup)}, credential: ${quoted(answer)}, name: "Phone"`;
  const { passkeys } = await ask(mutation('confirmPasskey', input, 'passkeys { key }'));
  return { key: passkeys[0].key, device };
}

async function secondFactor({ ask }: Scene): Promise<string> {
  const begun = await ask(
    'mutation { beginSecondFactor { ... on BeginSecondFactorSuccess { secret setup } } }',
  );
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
  return `setup: ${quoted(begun.setup)}, code: "${code}", ${own}`;
}

const photo = async (): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2266aa' } })
      .jpeg()
      .toBuffer(),
  );

/** Returns the secret of the last link that was emailed to a user. */
async function mailedSecret({ server }: Scene, email: string): Promise<string> {
  const secretOf = async () => (await mailedLinks(server.app, email)).at(-1)?.split('#')[1];
  await expect.poll(secretOf).toBeDefined();
  return `secret: ${quoted((await secretOf())!)}`;
}

/** For those whose generated call is refused for its input, or meets nothing that it could change. */
export const successfulCalls: Readonly<Record<string, SuccessfulCall>> = {
  acceptFinding: {
    async input({ server, world: { article, audio } }) {
      await server.app.db.prisma.finding.create({
        data: {
          version: audio.version,
          position: 7,
          kind: 'FOREIGN_NAME',
          weight: 1,
          word: 'One',
          reason: { code: 'FOUND_CLICK', parameters: {} },
          start: 0,
          length: 3,
          sentenceStart: 0,
          sentenceLength: 3,
          startMs: 0,
          endMs: 1,
        },
      });
      return `article: "${article.id}", position: 7`;
    },
  },
  restoreArticleVersion: {
    async input({ server, world: { article, audio } }) {
      await server.app.db.prisma.audio.update({
        where: { version: audio.version },
        data: { madeOfTitle: 'Before', madeOfText: 'It was so.' },
      });
      return `article: "${article.id}", version: "${audio.version}"`;
    },
  },
  acceptInvitation: { as: 'invited member', input: () => `secret: "${invitationSecret}"` },
  declineInvitation: { as: 'invited member', input: () => `secret: "${invitationSecret}"` },
  beginPasskey: { input: () => own },
  changeMemberRole: {
    input: ({ world }) =>
      `organization: "${world.organization.id}", user: "${world.viewer.id}", role: EDITOR`,
  },
  changePassword: {
    input: () => `oldPassword: ${quoted(password)}, newPassword: "another horse battery staple"`,
  },
  cloneConfiguration: {
    async input({ server, world: { organization, maintainer, project } }) {
      const target = await server.make.project({ organizationId: organization.id, ownerId: maintainer.id });
      return `parts: [AUDIO_ADS], project: "${project.id}", targets: ["${target.id}"]`;
    },
  },
  confirmIdentity: { input: () => own },
  confirmPasskey: {
    async input({ ask, server }) {
      const device = new SoftwarePasskey(new URL(server.app.config.publicUrl).origin);
      const { challenge } = await ask(mutation('beginPasskey', own, 'challenge { options setup }'));
      return `setup: ${quoted(challenge.setup)}, credential: ${quoted(device.create(challenge.options))}, name: "Phone"`;
    },
  },
  renamePasskey: {
    input: async (scene) => `passkey: ${quoted((await madePasskey(scene)).key)}, name: "Tablet"`,
  },
  removePasskey: { input: async (scene) => `passkey: ${quoted((await madePasskey(scene)).key)}, ${own}` },
  signInWithPasskey: {
    async input(scene) {
      const { device } = await madePasskey(scene);
      const { challenge } = await scene.ask(
        'mutation { beginPasskeySignIn { ... on BeginPasskeySignInSuccess { challenge { options setup } } } }',
      );
      return `setup: ${quoted(challenge.setup)}, credential: ${quoted(device.get(challenge.options))}`;
    },
  },
  confirmSecondFactor: { input: secondFactor },
  removeSecondFactor: {
    async input(scene) {
      await scene.ask(mutation('confirmSecondFactor', await secondFactor(scene)));
      return own;
    },
  },
  signUp: {
    as: 'nobody',
    input: () => 'email: "somebody-new@example.com", name: "Ada", password: "correct horse battery staple"',
  },
  confirmSignUp: {
    as: 'nobody',
    async input(scene) {
      await scene.ask(
        mutation(
          'signUp',
          'email: "ada-new@example.com", name: "Ada", password: "correct horse battery staple"',
        ),
      );
      // The call has no cookie of the browser that signed up.
      return `${await mailedSecret(scene, 'ada-new@example.com')}, ${own}`;
    },
  },
  signIn: { as: 'nobody', input: ({ world }) => `email: "${world.viewer.email}", ${own}` },
  requestEmailChange: { input: () => `email: "moved@example.com", ${own}` },
  deleteOwnAccount: { as: 'new user', input: () => own },
  endSession: {
    async input({ server, world: { maintainer } }) {
      await server.signIn(maintainer);
      const { id } = await server.app.db.prisma.session.findFirstOrThrow({
        where: { userId: maintainer.id },
        orderBy: { createdAt: 'desc' },
      });
      return `session: "${id}"`;
    },
  },
  unlinkIdentity: {
    async input({ server, world: { maintainer } }) {
      const { id } = await server.app.db.prisma.identity.create({
        data: {
          userId: maintainer.id,
          issuer: 'https://issuer.example',
          subject: 'ada',
          email: maintainer.email,
        },
      });
      return `identity: "${id}", ${own}`;
    },
  },
  createAdUnit: ofProject(
    ({ soundFile }) =>
      `audioFile: "${soundFile}", dateFrom: "2026-11-20", dateTo: "2036-11-20", limit: 10, name: "Ad", slug: "spring"`,
  ),
  updateAdCampaign: { input: ({ world }) => `id: "${world.adUnit.campaignId}", limit: 10` },
  createArticle: ofProject(() => 'title: "A title", text: "A text."'),
  createChannel: ofProject(() => 'settings: { player: {} }'),
  updateChannel: {
    input: ({ world }) => `id: "${world.channel.id}", settings: { json: { title: "Another title" } }`,
  },
  createDictionary: {
    input: ({ world }) => `level: ORGANIZATION, organization: "${world.organization.id}", name: "Names"`,
  },
  deleteDictionary: { input: ({ world }) => `id: "${world.glossary.id}"` },
  restoreDictionary: { input: deleted('deleteDictionary', ({ glossary }) => glossary.id) },
  importDictionary: {
    input: ({ world }) => `dictionary: "${world.dictionary.id}", file: $file, format: CSV`,
    file: () => new File(['source,dest\nword,werd\n'], 'words.csv'),
  },
  createPlaylist: ofProject(() => 'playlist: { name: "Morning" }'),
  processPlaylistAudio: ofProject(() => 'title: "Weather", text: "It is sunny."'),
  previewPlaylistText: ofProject(() => 'text: "It is sunny."'),
  previewChannel: ofProject(() => 'introText: "Good morning."'),
  createProcessingRule: ofProject(() => rule),
  updateProcessingRule: { input: ({ world }) => `id: "${world.rule.id}", ${rule}` },
  replaceProcessingRules: ofProject(() => `rules: [{ ${rule} }]`),
  deleteArticles: ofProject(({ article }) => `articles: ["${article.id}"]`),
  revoiceArticles: ofProject(({ article }) => `articles: ["${article.id}"]`),
  labelArticles: ofProject(({ article }) => `articles: ["${article.id}"], add: ["Sport"]`),
  restoreArticle: { input: deleted('deleteArticle', ({ article }) => article.id) },
  restoreChannel: { input: deleted('deleteChannel', ({ channel }) => channel.id) },
  restorePlaylist: { input: deleted('deletePlaylist', ({ playlist }) => playlist.id) },
  restoreProcessingRule: { input: deleted('deleteProcessingRule', ({ rule: { id } }) => id) },
  deleteSound: ofProject(({ soundFile }) => `file: "${soundFile}"`),
  deleteStudioAudio: { as: 'organization editor', input: ({ world }) => `slug: "${world.studioAudio.slug}"` },
  restoreStudioAudio: {
    as: 'organization editor',
    input: deleted('deleteStudioAudio', ({ studioAudio }) => studioAudio.slug, 'slug'),
  },
  shareStudioAudio: {
    as: 'organization editor',
    input: ({ world }) => `slug: "${world.studioAudio.slug}", shared: true`,
  },
  updateStudioAudio: {
    as: 'organization editor',
    input: ({ world }) =>
      `slug: "${world.studioAudio.slug}", text: "Else.", language: "en-US", voice: "offline:en-US-Otto"`,
  },
  readStudioDocument: { input: () => 'file: $file', file: () => new File(['Something to say.'], 'text.txt') },
  readStudioPage: { input: ({ world }) => `url: "${world.page}"` },
  grantBalance: {
    as: 'administrator',
    input: ({ world }) => `user: "${world.viewer.id}", characters: 1, reason: "A gift."`,
  },
  setVerified: { as: 'administrator', input: ({ world }) => `user: "${world.viewer.id}", verified: true` },
  inviteMembers: {
    input: ({ world }) =>
      `organization: "${world.organization.id}", emails: ["new@example.com"], role: VIEWER`,
  },
  resendInvitation: {
    input: ({ world }) => `organization: "${world.organization.id}", user: "${world.invited.id}"`,
  },
  withdrawInvitation: {
    input: ({ world }) => `organization: "${world.organization.id}", user: "${world.invited.id}"`,
  },
  pollSource: {
    async input({ server, world: { project, page } }) {
      const { id } = await server.app.db.prisma.source.create({
        data: { projectId: project.id, type: 'parser', url: page },
      });
      return `id: "${id}"`;
    },
  },
  refreshApiKey: { input: ({ world }) => `source: "${world.apiSource.source.id}"` },
  submitReview: { input: ({ world }) => `article: "${world.article.id}", rating: 5` },
  updateWebhook: { input: madeWebhook },
  rotateWebhookSecret: { input: madeWebhook },
  uploadAvatar: { input: () => 'file: $file', file: async () => new File([await photo()], 'me.jpg') },
  uploadImage: { input: () => 'file: $file', file: () => new File([png()], 'cover.png') },
  uploadSound: {
    input: ({ world }) => `project: "${world.project.id}", file: $file`,
    file: () => new File([wav()], 'sound.wav'),
  },
};

/** Mutations that need another server to succeed, and the tests in which they do. */
export const succeedElsewhere: Readonly<Record<string, string>> = {
  confirmEmailChange: 'tests/graphql/own-account.test.ts',
  endSubscription: 'tests/premium/subscriptions.test.ts',
  installVoice: 'tests/graphql/install-voices.test.ts',
  cancelVoiceInstallation: 'tests/graphql/install-voices.test.ts',
  removeVoice: 'tests/graphql/install-voices.test.ts',
  resetPassword: 'tests/graphql/sign-in-security.test.ts',
  previewSentence: 'tests/graphql/draft-previews.test.ts',
  linkIdentity: 'tests/openid/openid.test.ts',
  requestIdentityLink: 'tests/openid/openid.test.ts',
  openBillingPortal: 'tests/premium/organization-purchase.test.ts',
  openCheckout: 'tests/premium/premium-stage.ts',
};
