/** Fails when a generated file that is committed is not what the generators make now. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { generatedSteps, rememberAsRun } from './build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const committed = ['schema.graphql', 'client/dashboard/persisted.json'];

execFileSync('npm', ['run', '--silent', 'generate'], { cwd: root, stdio: 'inherit' });
// The build, which comes later in the suite, need not make them again.
await rememberAsRun(generatedSteps);
const changed = execFileSync('git', ['status', '--porcelain', '--', ...committed], {
  cwd: root,
  encoding: 'utf8',
}).trim();
if (changed) {
  console.error(
    `Generated files are out of date. Run \`npm run generate\` and commit the changes:\n${changed}`,
  );
  process.exit(1);
}
