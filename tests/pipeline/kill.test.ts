import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { startOpenai } from '../speech/servers/openai.ts';
import type { SpeechServer } from '../speech/servers/service.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { isFull } from '../support/full.ts';
import { seed } from '../support/run-seed.ts';
import { checkBooks, prepareProject, shortArticles, WorkerProcess } from './worker-process.ts';
import { patience } from '../../scripts/patience.ts';

const kills = isFull ? 8 : 2;
const perLife = isFull ? 25 : 15;
const articles = perLife * kills;
/**
 * A process is killed after at most this many requests: so many has each, with its articles of two sounds of
 * their own.
 */
const requestsPerLife = 2 * perLife;

test(`of ${articles} articles none is lost or generated twice after ${kills} random kills, and each is charged once`, async () => {
  console.log(`seed ${seed} on ${databaseKind()}`);
  const random = randomFrom(seed);
  const openai = await startOpenai({ apiKey: 'key' });
  onTestFinished(() => openai.close());
  const prepared = await prepareConfig({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: `${openai.url}/v1`,
    OPENAI_TTS_CONCURRENCY: '8',
    WORKERS: '1',
  });
  onTestFinished(() => prepared.remove());

  const projectId = await prepareProject(prepared.config);
  let pending = shortArticles(projectId, articles);
  const acknowledged = new Set<string>();
  const interrupted: Record<string, number> = {};
  for (let life = 0; life <= kills; life++) {
    const worker = new WorkerProcess(prepared.env);
    onTestFinished(() => worker.end('SIGKILL'));
    const from = openai.requests.length;
    const opened = await worker.told('opened');
    for (const [step, count] of Object.entries(opened.interrupted))
      interrupted[step] = (interrupted[step] ?? 0) + count;
    expect([...acknowledged].filter((guid) => !opened.guids.includes(guid))).toEqual([]);
    // What was sent without an answer is sent again, unless it had been committed all the same.
    pending = pending.filter(({ guid }) => !opened.guids.includes(guid));
    worker.add(pending.slice(0, life < kills ? Math.ceil(pending.length / (kills - life)) : undefined));
    if (life < kills) {
      await asked(openai, from + 1 + Math.floor(random() * requestsPerLife));
      await delay(random() * 50);
      await worker.end('SIGKILL');
    } else {
      await worker.ready(articles);
      await worker.end('disconnect');
    }
    // What it asked for and a busy server had not read yet is this process's, not the next one's.
    await openai.left();
    for (const guid of worker.acknowledged) acknowledged.add(guid);

    const texts = textsOf(openai, from);
    const committed = new Set(opened.voiced);
    expect(
      texts.filter((text) => committed.has(text)),
      'voiced again although its sound was committed',
    ).toEqual([]);
    expect(
      texts.filter((text, index) => texts.indexOf(text) !== index),
      'voiced twice by one process',
    ).toEqual([]);
  }
  console.log('checkpoints after which articles were interrupted:', interrupted);
  await checkBooks(prepared.config, acknowledged, new Set(textsOf(openai)));
});

/** Waits until the provider has been asked that often. */
async function asked({ requests }: SpeechServer, count: number): Promise<void> {
  const deadline = performance.now() + patience.condition;
  while (requests.length < count) {
    if (performance.now() > deadline)
      throw new Error(`The provider was asked ${requests.length} times, not ${count}.`);
    await delay(5);
  }
}

const textsOf = ({ requests }: SpeechServer, from = 0): string[] =>
  requests.slice(from).map(({ body }) => (JSON.parse(body) as { input: string }).input);
