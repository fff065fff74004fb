import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';

const artifacts = './client/dashboard/__generated__';
const persisted = './client/dashboard/persisted.json';

// The compiler stops when either is missing, and the artifacts are not in git. It persists only documents
// whose artifacts it writes, so both are made together. `codegen/prune-documents.ts` drops unused documents.
if (!existsSync(persisted)) {
  rmSync(artifacts, { recursive: true, force: true });
  writeFileSync(persisted, '{}\n');
}
mkdirSync(artifacts, { recursive: true });

const config = {
  src: './client/dashboard',
  schema: './schema.graphql',
  language: 'typescript',
  artifactDirectory: artifacts,
  eagerEsModules: true,
  useImportTypeSyntax: true,
  noSourceControl: true,
  requireCustomScalarTypes: true,
  customScalarTypes: {
    DateTime: 'string',
    Date: 'string',
    URL: 'string',
    JSON: 'unknown',
    MessageParameters: 'Readonly<Record<string, string | number>>',
    SettingValue: 'string | number | boolean',
    File: 'unknown',
  },
  persistConfig: { file: persisted, algorithm: 'SHA256' },
};

// The compiler loads this file with require() and reads only this export name.
export { config as 'module.exports' };
