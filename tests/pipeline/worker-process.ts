import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import type { Config } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { voicingMessages } from '../../server/pipeline/messages.ts';
import { charactersOf } from '../../server/areas/voice/voicing/voicing-plan.ts';
import { factories } from '../support/factories.ts';
import { compiledFolder } from '../support/process.ts';
import { expectLedgerToAgree } from '../support/recount.ts';
import type { Asked, Told } from './voicing-process.ts';

const voicedElsewhere = voicingMessages.VOICING_ELSEWHERE().message;

/** The account's characters before anything is voiced. */
const balance = 1_000_000n;

/** An organization's project that is voiced by the OpenAI provider. */
export async function prepareProject(config: Config): Promise<number> {
  const db = await openDatabase(config);
  try {
    const make = factories(db);
    const { id: organizationId } = await make.organization({ balance });
    const project = await make.project({
      organizationId,
      voiceProvider: 'openai',
      voiceName: 'alloy',
      voiceLanguage: 'en-US',
    });
    return project.id;
  } finally {
    await db.close();
  }
}

/** Short articles, some of whose sounds are wanted by many of them at once. */
export const shortArticles = (projectId: number, count: number): Asked[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'add',
    projectId,
    guid: `guid-${index}`,
    title: `No ${index}`,
    text: `Day ${index}. News ${index % 7}.`,
  }));

/** Worker in a separate process. */
export class WorkerProcess {
  readonly child: ChildProcess;
  /** Guids of articles that it said were committed. */
  readonly acknowledged = new Set<string>();

  constructor(env: Record<string, string>) {
    this.child = fork(new URL('./voicing-process.ts', import.meta.url), {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiledFolder, ...env, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child.on('message', (told: Told) => {
      if (told.kind === 'added') this.acknowledged.add(told.guid);
    });
  }

  /** The next message of a kind. @throws when the process ends first */
  told<Kind extends Told['kind']>(kind: Kind): Promise<Extract<Told, { kind: Kind }>> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.child.off('message', onMessage);
        this.child.off('exit', onExit);
      };
      const onMessage = (told: Told) => {
        if (told.kind !== kind) return;
        end();
        resolve(told as never);
      };
      const onExit = (code: number | null, signal: string | null) => {
        end();
        reject(new Error(`The worker ended with ${code ?? signal}.`));
      };
      this.child.on('message', onMessage);
      this.child.on('exit', onExit);
      if (this.#hasEnded) onExit(this.child.exitCode, this.child.signalCode);
    });
  }

  get #hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  add(articles: Asked[]): void {
    for (const article of articles) this.child.send(article);
  }

  /**
   * Waits until that many articles are ready. Where another article is voicing the same text and takes long,
   * as on a busy machine, one makes room for others and is voiced later: that is no failure.
   */
  async ready(count: number): Promise<void> {
    for (;;) {
      const { ready, errors } = await this.told('progress');
      expect(errors.filter((error) => error !== voicedElsewhere)).toEqual([]);
      if (ready >= count) return;
    }
  }

  async end(signal: 'SIGKILL' | 'disconnect'): Promise<void> {
    if (this.#hasEnded) return;
    const exit = once(this.child, 'exit');
    if (signal === 'SIGKILL') this.child.kill('SIGKILL');
    else this.child.disconnect();
    await exit;
  }
}

/**
 * After everything: no acknowledged article lost, all ready, each sound voiced and charged once, and the
 * account's change is what was charged.
 */
export async function checkBooks(
  config: Config,
  acknowledged: ReadonlySet<string>,
  requested: ReadonlySet<string>,
): Promise<void> {
  const db = await openDatabase(config);
  try {
    const { rows: all } = await db.pool.query<{
      guid: string;
      status: string;
      audio: string | null;
      run: number;
    }>('SELECT "guid", "status"::text, "audio", "run" FROM "Article"');
    const guids = all.map(({ guid }) => guid);
    expect([...acknowledged].filter((guid) => !guids.includes(guid))).toEqual([]);
    expect(new Set(guids).size).toBe(guids.length);
    expect(all.filter(({ status, audio, run }) => status !== 'ready' || audio === null || run !== 1)).toEqual(
      [],
    );

    const { rows: segments } = await db.pool.query<{ text: string; state: string }>(
      'SELECT DISTINCT ON (s."key") c."text", s."state"::text FROM "Segment" s JOIN "Chunk" c ON c."segmentKey" = s."key"',
    );
    expect(segments.filter(({ state }) => state !== 'voiced')).toEqual([]);
    expect(new Set(segments.map(({ text }) => text))).toEqual(requested);
    const characters = segments.reduce((sum, { text }) => sum + charactersOf(text), 0);
    const { rows: books } = await db.pool.query(
      `SELECT (SELECT count(*) FROM "Segment")::int AS segments, (SELECT count(*) FROM "Charge")::int AS charges,
         (SELECT sum("characters") FROM "Charge")::int AS charged, (SELECT sum("characters") FROM "DailyUsage")::int AS used,
         ($1::bigint - (SELECT min("balance") FROM "Account" WHERE "organizationId" IS NOT NULL))::int AS paid, (SELECT sum("charactersVoiced") FROM "Chunk")::int AS voiced`,
      [balance],
    );
    await expectLedgerToAgree(db);
    expect(books[0]).toEqual({
      segments: segments.length,
      charges: segments.length,
      charged: characters,
      used: characters,
      paid: characters,
      voiced: characters,
    });
  } finally {
    await db.close();
  }
}
