import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { end, processesLeftIn } from './leftover-processes.ts';

// Elsewhere the system does not tell of processes in files.
test.runIf(existsSync('/proc/self/environ'))(
  'a leftover process is found by its environment or its arguments, and killed',
  async () => {
    const directory = `/tmp/left-behind-${process.pid}-`;
    const stay = ['-e', 'console.log("here"); setInterval(() => {}, 1_000)'];
    const started = [
      spawn(process.execPath, stay, { env: { TMPDIR: `${directory}a` } }),
      spawn(process.execPath, [...stay, `${directory}b`], { env: {} }),
      spawn(process.execPath, stay, { env: {} }),
    ];
    await Promise.all(started.map(({ stdout }) => once(stdout, 'data')));
    const [byEnvironment, byArguments, stranger] = started;
    const left = await processesLeftIn(directory, 0);
    expect(left.map(({ pid }) => pid).sort()).toEqual([byEnvironment!.pid, byArguments!.pid].sort());
    end(left);
    await Promise.all([once(byEnvironment!, 'exit'), once(byArguments!, 'exit')]);
    expect(await processesLeftIn(directory, 0)).toEqual([]);
    expect(stranger!.exitCode).toBeNull();
    stranger!.kill('SIGKILL');
  },
);
