import { expect, test } from 'vitest';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Directive, SkillResponse } from '../../server/alexa/envelope.ts';
import { useServer } from '../support/server.ts';
import { skillId, useSkills, type Sent } from './skill-stage.ts';

const server = useServer();
const { say } = useSkills(() => server.app);

const sounds = { introAudio: 'sound-intro-1', nextNewsAudio: 'sound-next-1', outroAudio: 'sound-outro-1' };

interface Given {
  settings?: object;
  articles?: number;
  project?: Prisma.ProjectUncheckedUpdateInput;
}

interface Stage {
  projectId: number;
  slug: string;
  /** Newest first. */
  articles: { id: number; title: string; file: string; teaser: string | null }[];
}

/** Sets up a skill with playable articles. */
async function stage({ settings = {}, articles = 3, project = {} }: Given = {}): Promise<Stage> {
  const { id: projectId } = await server.make.project();
  await server.app.db.prisma.project.update({ where: { id: projectId }, data: project });
  const slug = `daily-${projectId}`;
  const channel = await server.app.db.prisma.channel.create({
    data: { projectId, type: 'alexaSkill', slug, settings: { name: 'Daily Example', ...settings } },
  });
  await server.app.db.prisma.alexaSkill.create({
    data: { channelId: channel.id, vendorId: 'M2VENDOR', skillId },
  });
  const made: Stage['articles'] = [];
  for (let index = 0; index < articles; index++) {
    const title = `Article ${index}`;
    const article = await server.make.article(projectId, {
      title,
      addedAt: new Date(Date.now() - index * 60_000),
    });
    const audio = await server.make.audio(article.id, {
      teaser: index === 1 ? null : `${projectId}${index}teaser`.padEnd(64, 'a'),
    });
    made.push({ id: article.id, title, file: audio.version, teaser: audio.teaser });
  }
  return { projectId, slug, articles: made };
}

type Play = Extract<Directive, { type: 'AudioPlayer.Play' }>;

/** The file that an answer plays; with its token and where it begins. */
function played({ directives }: SkillResponse['response']) {
  const play = directives?.find((directive): directive is Play => directive.type === 'AudioPlayer.Play');
  if (!play) return null;
  const { url, ...stream } = play.audioItem.stream;
  return {
    file: /\/download\/audio\/(.+)\.mp3$/.exec(url)![1]!,
    behavior: play.playBehavior,
    title: play.audioItem.metadata.title,
    ...stream,
  };
}

const intent = (name: string) => ({ type: 'IntentRequest', intent: { name, confirmationStatus: 'NONE' } });
const launch = { type: 'LaunchRequest' };

/** Simulates a device: it follows play directives and reports events as Amazon's devices do. */
class Device {
  readonly heard: string[] = [];
  #now: { file: string; token: string; offsetMs: number } | null = null;
  #next: { file: string; token: string } | null = null;
  readonly #slug: string;
  readonly #sent: Sent;

  constructor(slug: string, sent: Sent = {}) {
    this.#slug = slug;
    this.#sent = sent;
  }

  get now() {
    return this.#now;
  }

  async say(request: object): Promise<SkillResponse['response']> {
    const player = this.#now
      ? { token: this.#now.token, offsetInMilliseconds: this.#now.offsetMs }
      : undefined;
    if (player && !('quiet' in request))
      await this.#tell('PlaybackStopped', this.#now!.token, this.#now!.offsetMs);
    const answer = await say(this.#slug, request, { ...this.#sent, ...(player && { player }) });
    await this.#obey(answer);
    return answer;
  }

  /** Plays for so long. */
  listen(ms: number): void {
    this.#now!.offsetMs += ms;
  }

  /** Plays to the end, and what follows begins. */
  async finish(): Promise<void> {
    const { token, offsetMs } = this.#now!;
    await this.#obey(await this.#tell('PlaybackNearlyFinished', token, offsetMs + 1_000));
    await this.#tell('PlaybackFinished', token, offsetMs + 1_500);
    const next = this.#next;
    this.#now = null;
    this.#next = null;
    if (next) await this.#begin(next.file, next.token, 0);
  }

  async fail(): Promise<void> {
    const { token } = this.#now!;
    this.#now = null;
    await this.#obey(
      await this.#tell('PlaybackFailed', token, 0, {
        error: { type: 'MEDIA_ERROR_INVALID_REQUEST', message: 'Gone.' },
      }),
    );
  }

  async #begin(file: string, token: string, offsetMs: number): Promise<void> {
    this.#now = { file, token, offsetMs };
    this.heard.push(file);
    await this.#tell('PlaybackStarted', token, offsetMs);
  }

  #tell(what: string, token: string, offsetInMilliseconds: number, more: object = {}) {
    return say(this.#slug, { type: `AudioPlayer.${what}`, token, offsetInMilliseconds, ...more }, this.#sent);
  }

  async #obey(answer: SkillResponse['response']): Promise<void> {
    for (const directive of answer.directives ?? [])
      if (directive.type === 'AudioPlayer.Stop') this.#now = null;
    const play = played(answer);
    if (!play) return;
    // A device ignores what was meant to follow something else.
    if (play.behavior === 'ENQUEUE') {
      expect(play.expectedPreviousToken).toBe(this.#now?.token);
      this.#next = { file: play.file, token: play.token };
    } else {
      this.#next = null;
      await this.#begin(play.file, play.token, play.offsetInMilliseconds);
    }
  }
}

test('opening the skill announces the program and plays intro, articles with a sound between, and outro', async () => {
  const { slug, articles } = await stage({ settings: { ...sounds, introText: 'The news of the day.' } });
  const device = new Device(slug);
  const answer = await device.say(launch);
  expect(answer).toMatchObject({
    outputSpeech: { type: 'PlainText', text: 'The news of the day.' },
    shouldEndSession: true,
  });
  expect(played(answer)).toMatchObject({ behavior: 'REPLACE_ALL', offsetInMilliseconds: 0 });
  while (device.now) await device.finish();
  const [one, two, three] = articles.map(({ file }) => file);
  expect(device.heard).toEqual([
    'sound-intro-1',
    one,
    'sound-next-1',
    two,
    'sound-next-1',
    three,
    'sound-outro-1',
  ]);
  const listener = await server.app.db.prisma.alexaListener.findFirstOrThrow();
  expect(listener).toMatchObject({ ended: true });
  expect(JSON.stringify(listener)).not.toContain('account.ADA');
});

test.each([
  ['en-GB', 'Here are the latest articles from Daily Example.', 'Goodbye.'],
  ['de-AT', 'Hier sind die neuesten Artikel von Daily Example.', 'Auf Wiederhören.'],
  ['fr-CA', 'Voici les derniers articles de Daily Example.', 'Au revoir.'],
  ['ja-JP', 'Here are the latest articles from Daily Example.', 'Goodbye.'],
])('the skill responds in the language of locale %s', async (locale, welcome, goodbye) => {
  const { slug } = await stage();
  const device = new Device(slug, { locale });
  expect((await device.say(launch)).outputSpeech?.text).toBe(welcome);
  expect(await device.say(intent('AMAZON.StopIntent'))).toMatchObject({
    outputSpeech: { text: goodbye },
    directives: [{ type: 'AudioPlayer.Stop' }],
    shouldEndSession: true,
  });
  const help = await device.say(intent('AMAZON.HelpIntent'));
  expect(help).toMatchObject({
    outputSpeech: { text: expect.stringContaining('Daily Example') },
    shouldEndSession: false,
  });
  expect(help.reprompt?.outputSpeech.text).toMatch(/./);
  expect(await device.say(intent('AMAZON.FallbackIntent'))).toMatchObject({ shouldEndSession: false });
});

test('next and previous change the article, and announce the ends of the list', async () => {
  const { slug, articles } = await stage({ settings: { outroText: 'Until tomorrow.' } });
  const device = new Device(slug);
  await device.say(launch);
  device.listen(4_000);
  expect(played(await device.say(intent('AMAZON.NextIntent')))).toMatchObject({
    file: articles[1]!.file,
    offsetInMilliseconds: 0,
  });
  expect(played(await device.say(intent('AMAZON.NextIntent')))).toMatchObject({
    file: articles[2]!.file,
    title: 'Article 2',
  });
  expect(await device.say(intent('AMAZON.NextIntent'))).toMatchObject({
    outputSpeech: { text: 'Until tomorrow.' },
    directives: [{ type: 'AudioPlayer.Stop' }],
  });
  expect(played(await device.say(intent('AMAZON.PreviousIntent')))).toMatchObject({
    file: articles[1]!.file,
  });
  await device.say(intent('AMAZON.PreviousIntent'));
  const first = await device.say(intent('AMAZON.PreviousIntent'));
  expect(first.outputSpeech?.text).toBe('This is the first article.');
  expect(played(first)).toMatchObject({ file: articles[0]!.file });
});

test('after a pause, playback resumes at the exact millisecond for each listener', async () => {
  const { slug, articles } = await stage();
  const [ada, eve] = [
    new Device(slug, { userId: 'amzn1.ask.account.ADA' }),
    new Device(slug, { userId: 'amzn1.ask.account.EVE' }),
  ];
  for (const device of [ada, eve]) await device.say(launch);
  await ada.say(intent('AMAZON.NextIntent'));
  ada.listen(61_234);
  eve.listen(7_000);
  expect(await ada.say(intent('AMAZON.PauseIntent'))).toEqual({
    directives: [{ type: 'AudioPlayer.Stop' }],
    shouldEndSession: true,
  });
  await eve.say(intent('AMAZON.PauseIntent'));
  expect(played(await ada.say(intent('AMAZON.ResumeIntent')))).toMatchObject({
    file: articles[1]!.file,
    offsetInMilliseconds: 61_234,
  });
  expect(played(await eve.say(intent('AMAZON.ResumeIntent')))).toMatchObject({
    file: articles[0]!.file,
    offsetInMilliseconds: 7_000,
  });
  expect(await server.app.db.prisma.alexaListener.count()).toBe(2);
});

test('a listener who returns soon resumes, and one who returns later gets new articles first', async () => {
  const { slug, articles, projectId } = await stage();
  const device = new Device(slug);
  await device.say(launch);
  device.listen(12_000);
  await device.say(intent('AMAZON.StopIntent'));
  const news = await server.make.article(projectId, {
    title: 'News',
    addedAt: new Date(Date.now() + 60_000),
  });
  const { version } = await server.make.audio(news.id);
  const back = await device.say(launch);
  expect(back.outputSpeech?.text).toBe('Welcome back. Picking up where you left off: Article 0.');
  expect(played(back)).toMatchObject({ file: articles[0]!.file, offsetInMilliseconds: 12_000 });
  await device.say(intent('AMAZON.StopIntent'));
  await server.app.db.prisma.alexaListener.updateMany({
    data: { modifiedAt: new Date(Date.now() - 13 * 3_600_000) },
  });
  expect(played(await device.say(launch))).toMatchObject({ file: version, offsetInMilliseconds: 0 });
});

test('repeat restarts the article, start over restarts the whole list', async () => {
  const { slug, articles } = await stage();
  const device = new Device(slug);
  await device.say(launch);
  await device.say(intent('AMAZON.NextIntent'));
  device.listen(9_000);
  expect(played(await device.say(intent('AMAZON.RepeatIntent')))).toMatchObject({
    file: articles[1]!.file,
    offsetInMilliseconds: 0,
  });
  expect(played(await device.say(intent('AMAZON.StartOverIntent')))).toMatchObject({
    file: articles[0]!.file,
    offsetInMilliseconds: 0,
  });
  await device.say(intent('AMAZON.NextIntent'));
  expect(played(await device.say(intent('PlayArticles')))).toMatchObject({ file: articles[0]!.file });
});

test('shuffle plays each article once, starting with the current one, then restores the order', async () => {
  const { slug, articles } = await stage({ articles: 12 });
  const device = new Device(slug);
  await device.say(launch);
  await device.say(intent('AMAZON.NextIntent'));
  device.listen(5_000);
  const shuffled = await device.say(intent('AMAZON.ShuffleOnIntent'));
  expect(shuffled.outputSpeech?.text).toBe('Shuffle is on.');
  expect(played(shuffled)).toMatchObject({ file: articles[1]!.file, offsetInMilliseconds: 5_000 });
  device.heard.length = 0;
  const order = [device.now!.file];
  for (let count = 1; count < articles.length; count++) {
    await device.finish();
    order.push(device.now!.file);
  }
  expect([...order].sort()).toEqual(articles.map(({ file }) => file).sort());
  // One in 11! orders is the one in which they were.
  expect(order).not.toEqual([articles[1]!, articles[0]!, ...articles.slice(2)].map(({ file }) => file));
  await device.say(intent('AMAZON.ShuffleOffIntent'));
  const at = articles.findIndex(({ file }) => file === device.now!.file);
  await device.say(intent('AMAZON.PreviousIntent'));
  expect(device.now!.file).toBe(articles[Math.max(0, at - 1)]!.file);
});

test('in loop mode the first article follows the last, until it is turned off', async () => {
  const { slug, articles } = await stage({ articles: 2, settings: { outroAudio: sounds.outroAudio } });
  const device = new Device(slug);
  await device.say(launch);
  expect((await device.say(intent('AMAZON.LoopOnIntent'))).outputSpeech?.text).toMatch(/start over/);
  device.heard.length = 0;
  for (let count = 0; count < 3; count++) await device.finish();
  const [one, two] = articles.map(({ file }) => file);
  expect(device.heard).toEqual([two, one, two]);
  expect(played(await device.say(intent('AMAZON.NextIntent')))).toMatchObject({ file: one });
  expect(played(await device.say(intent('AMAZON.PreviousIntent')))).toMatchObject({ file: two });
  await device.say(intent('AMAZON.LoopOffIntent'));
  device.heard.length = 0;
  await device.finish();
  expect(device.heard).toEqual([sounds.outroAudio]);
});

test('changing the order replaces the enqueued article', async () => {
  const { slug } = await stage({ articles: 3 });
  const first = played(await say(slug, launch))!;
  await say(slug, { type: 'AudioPlayer.PlaybackStarted', token: first.token, offsetInMilliseconds: 0 });
  const enqueued = played(
    await say(slug, {
      type: 'AudioPlayer.PlaybackNearlyFinished',
      token: first.token,
      offsetInMilliseconds: 900,
    }),
  )!;
  const shuffled = played(
    await say(slug, intent('AMAZON.ShuffleOnIntent'), {
      player: { token: first.token, offsetInMilliseconds: 950 },
    }),
  )!;
  expect(shuffled).toMatchObject({ behavior: 'REPLACE_ALL', offsetInMilliseconds: 950 });
  const before = await server.app.db.prisma.alexaListener.findFirstOrThrow();
  // Told late, of the order before.
  for (const what of [
    'PlaybackFinished',
    'PlaybackStarted',
    'PlaybackStopped',
    'PlaybackNearlyFinished',
    'PlaybackFailed',
  ])
    expect(
      await say(slug, { type: `AudioPlayer.${what}`, token: enqueued.token, offsetInMilliseconds: 10 }),
    ).toEqual({});
  const { modifiedAt: _, ...after } = await server.app.db.prisma.alexaListener.findFirstOrThrow();
  expect(before).toMatchObject(after);
});

test('device buttons have the same effect as spoken commands, without a spoken response', async () => {
  const { slug, articles } = await stage();
  const device = new Device(slug);
  const press = (command: string) => device.say({ type: `PlaybackController.${command}CommandIssued` });
  expect(played(await press('Play'))).toMatchObject({ file: articles[0]!.file });
  device.listen(3_000);
  const next = await press('Next');
  expect(Object.keys(next)).toEqual(['directives']);
  expect(played(next)).toMatchObject({ file: articles[1]!.file });
  expect(await press('Pause')).toEqual({ directives: [{ type: 'AudioPlayer.Stop' }] });
  expect(played(await press('Play'))).toMatchObject({ file: articles[1]!.file });
  expect(played(await press('Previous'))).toMatchObject({ file: articles[0]!.file });
  for (let count = 0; count < 3; count++) expect((await press('Next')).outputSpeech).toBeUndefined();
});

test('unplayable articles are skipped, and playback stops after three in a row', async () => {
  const { slug, articles } = await stage({ articles: 6 });
  const device = new Device(slug);
  await device.say(launch);
  await device.fail();
  expect(device.now?.file).toBe(articles[1]!.file);
  await device.finish();
  expect(device.now?.file).toBe(articles[2]!.file);
  // Each of these begins, which ends the row.
  for (let count = 0; count < 2; count++) await device.fail();
  expect(device.now?.file).toBe(articles[4]!.file);
  const token = device.now!.token;
  const failed = {
    type: 'AudioPlayer.PlaybackFailed',
    token,
    error: { type: 'MEDIA_ERROR_UNKNOWN', message: '' },
  };
  expect(played(await say(slug, failed))).toMatchObject({ file: articles[5]!.file });
  const rest = { ...failed, token: token.replace(/\d+$/, '3') };
  await say(slug, rest);
  expect(await say(slug, rest)).toEqual({});
});

test('a deleted article is skipped, and a regenerated one plays in its new version', async () => {
  const { slug, articles } = await stage({ articles: 4 });
  const device = new Device(slug);
  await device.say(launch);
  await server.app.db.prisma.article.update({
    where: { id: articles[1]!.id },
    data: { deletedAt: new Date() },
  });
  const { version } = await server.make.audio(articles[2]!.id);
  await device.finish();
  expect(device.now!.file).toBe(version);
  await server.app.db.prisma.article.updateMany({ data: { deletedAt: new Date() } });
  await device.finish();
  expect(device.now).toBeNull();
  expect((await device.say(launch)).outputSpeech?.text).toContain('Daily Example has no articles');
});

test('a project behind a paywall plays teasers', async () => {
  const { slug, articles } = await stage({
    project: { paywall: true, securityEnabled: true, securityKey: 'key' },
  });
  const device = new Device(slug);
  await device.say(launch);
  await device.finish();
  expect(device.heard).toEqual([articles[0]!.teaser, articles[2]!.teaser]);
});

test('without articles the skill announces it', async () => {
  const empty = await stage({ articles: 0 });
  const answer = await say(empty.slug, launch);
  expect(answer).toMatchObject({
    outputSpeech: { text: expect.stringContaining('Daily Example has no articles') },
    shouldEndSession: true,
  });
  expect(answer.directives).toBeUndefined();
});

test('there is nothing to resume before the first play or after the last article', async () => {
  const { slug } = await stage({ articles: 1 });
  const device = new Device(slug);
  expect((await device.say(intent('AMAZON.ResumeIntent'))).outputSpeech?.text).toContain(
    'Nothing is playing',
  );
  await device.say(launch);
  await device.finish();
  expect(device.now).toBeNull();
  expect((await device.say(intent('AMAZON.ResumeIntent'))).outputSpeech?.text).toContain(
    'Nothing is playing',
  );
  expect(played(await device.say(launch))).toMatchObject({ offsetInMilliseconds: 0 });
});

test.each([
  { type: 'SessionEndedRequest', reason: 'USER_INITIATED' },
  {
    type: 'System.ExceptionEncountered',
    error: { type: 'INVALID_RESPONSE', message: 'No.' },
    cause: { requestId: 'x' },
  },
  { type: 'AudioPlayer.PlaybackStarted', token: 'none.of.1', offsetInMilliseconds: 0 },
  { type: 'Something.New' },
])('$type gets an empty response', async (request) => {
  const { slug } = await stage();
  expect(await say(slug, request)).toEqual({});
});

test('concurrent requests of a device lose no position', async () => {
  const { slug } = await stage({ articles: 8 });
  const first = played(await say(slug, launch))!;
  const token = (position: number) => first.token.replace(/\d+$/, String(position));
  await Promise.all([
    say(slug, { type: 'AudioPlayer.PlaybackStopped', token: token(2), offsetInMilliseconds: 5_500.4 }),
    say(slug, { type: 'AudioPlayer.PlaybackNearlyFinished', token: token(2), offsetInMilliseconds: 5_000 }),
    say(slug, { type: 'AudioPlayer.PlaybackNearlyFinished', token: token(2), offsetInMilliseconds: 5_000 }),
  ]);
  expect(await server.app.db.prisma.alexaListener.findFirstOrThrow()).toMatchObject({
    position: 2,
    offsetMs: 5_500,
  });
});
