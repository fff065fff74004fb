import type { ExtractionThreads } from '../extraction/extraction-threads.ts';
import type { Config } from '../config.ts';
import type { DataSealing } from '../lib/security/data-sealing.ts';
import type { Database } from '../lib/database/db.ts';
import type { Logger } from '../lib/logger.ts';
import type { PubSub } from '../lib/database/pubsub.ts';
import type { Queue } from '../lib/database/queue.ts';
import type { SchemaWatch } from '../lib/database/schema-watch.ts';
import type { Sealing } from '../lib/security/sealing.ts';
import type { TokenKeys } from '../lib/security/signed-token.ts';
import type { MailTransport } from '../mail/transport.ts';
import type { FileReaders } from './file-readers.ts';
import type { LexiconThreads } from './lexicon-threads.ts';
import type { LanguageModel } from '../language-models/language-model.ts';
import type { Recogniser } from '../speech/recogniser.ts';
import type { Speech } from '../speech/speech.ts';
import type { Storage } from '../storage/storage.ts';

/** What a process has opened; every area's function takes it first. */
export interface App {
  config: Config;
  db: Database;
  schema: SchemaWatch;
  queue: Queue;
  pubsub: PubSub;
  storage: Storage;
  speech: Speech;
  /** Spells texts out by instructions; null: none is configured. */
  languageModel: LanguageModel | null;
  /** All that are set up, that one first; rules choose among them. */
  languageModels: readonly LanguageModel[];
  /** Writes down what voices said, to compare it with the text; null: none is configured. */
  recogniser: Recogniser | null;
  /**
   * Reads pages and feeds that others wrote, outside this process. Begins when it is needed and ends soon
   * after.
   */
  extraction: ExtractionThreads;
  /** Indexes the words of large dictionaries. As idle as that. */
  lexicons: LexiconThreads;
  /** Reads files that people send, outside this process. As idle as that. */
  files: FileReaders;
  /** Email transport. Use `sendMail` to send an email. */
  mail: MailTransport;
  log: Logger;
  /** Signs sessions' tokens. */
  tokens: TokenKeys;
  /** Seals, under the secrets of sessions, what a browser keeps for less than a day. */
  sealing: Sealing;
  /** Seals, under data keys, what is kept for longer: in the database and in links of mails. */
  dataSealing: DataSealing;
}
