import packageFile from '../../package.json' with { type: 'json' };
import { startProcess, type ServerProcess } from '../support/process.ts';

/** Node's flags that the product is started with, as what is measured is part of it. */
export const asStarted = /node ((?:--\S+ )*)server\//
  .exec(packageFile.scripts['start:api'])![1]!
  .trim()
  .split(' ');

/**
 * Starts the server as a separate process, as `npm start` does.
 * @param env its only variables
 * @param parameters such as `--worker`
 * @param patience milliseconds until it has to be ready
 * @throws StartError
 */
export const startServer = (
  env: Record<string, string>,
  parameters: string[] = [],
  patience?: number,
): Promise<ServerProcess> => startProcess('server/api.ts', env, patience, parameters, asStarted);
