import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom statements are sent while one request is answered. */
export interface StatementCaller {
  /** Callers take turns for connections of the database. */
  caller: string;
  /** Connections that were asked for so far: one for each statement, one for each transaction. */
  statements: number;
  /** Of the request over HTTP, as its response and the log name it. */
  requestId?: string;
}

const current = new AsyncLocalStorage<StatementCaller>();

/** Does `work`, whose statements are the caller's. */
export const runForCaller = <T>(caller: StatementCaller, work: () => T): T => current.run(caller, work);

/** Returns for whom statements are sent now; undefined: no caller waits for a response. */
export const statementCaller = (): StatementCaller | undefined => current.getStore();

/** Does `work` outside of any request: what lives longer than that belongs to no caller. */
export const runForNoCaller = <T>(work: () => T): T => current.exit(work);

/** Returns the id of the request that is being answered; undefined outside of requests over HTTP. */
export const currentRequestId = (): string | undefined => current.getStore()?.requestId;
