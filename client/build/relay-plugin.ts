import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const run = promisify(execFile);
const compiler = createRequire(import.meta.url)('relay-compiler') as string;
const tag = /graphql`\s*(?:query|mutation|subscription|fragment)\s+(\w+)[^`]*`/g;

/**
 * Runs the Relay compiler before a build and, while developing, whenever the schema or a source with a
 * document changes, and replaces every graphql`...` by an import of its artifact: what babel-plugin-relay
 * does, without Babel.
 * @param options.compile false: the artifacts are there already
 */
export function relay(options: {
  root: string;
  artifacts: string;
  config: string;
  compile?: boolean;
}): Plugin {
  const schema = path.join(options.root, 'schema.graphql');
  // One run after the other: two would write the same files.
  let compiled: Promise<unknown> = Promise.resolve();
  const compile = async () => {
    if (!(options.compile ?? true)) return;
    const now = compiled.then(() => run(compiler, [options.config], { cwd: options.root }));
    compiled = now.catch(() => {});
    await now;
  };
  const hasDocument = async (file: string, read: () => string | Promise<string>) =>
    /\.tsx?$/.test(file) && !file.includes('__generated__') && (await read()).includes('graphql`');
  return {
    name: 'relay',
    enforce: 'pre',
    async buildStart() {
      await compile();
    },
    configureServer({ watcher }) {
      watcher.add(schema);
    },
    async hotUpdate({ type, file, read }) {
      if (this.environment.name !== 'client' || type === 'delete') return;
      if (file === schema || (await hasDocument(file, read))) await compile();
    },
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes('graphql`')) return null;
      // The artifact of a new document may still be on its way.
      await compiled;
      const imports = new Map<string, string>();
      const replaced = code.replace(tag, (_document, name: string) => {
        imports.set(name, path.join(options.artifacts, `${name}.graphql.ts`));
        return `relay_${name}`;
      });
      const lines = [...imports].map(([name, file]) => `import relay_${name} from ${JSON.stringify(file)};`);
      // Kept on the first line, so that line numbers stay right.
      return { code: lines.join('') + replaced, map: null };
    },
  };
}
