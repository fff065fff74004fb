import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

const artifacts = './client/dashboard/__generated__';
const persisted = './client/dashboard/persisted.json';

// The compiler stops when either is missing, and the artifacts are not in git.
mkdirSync(artifacts, { recursive: true });
if (!existsSync(persisted)) writeFileSync(persisted, '{}\n');

const config = {
  src: './client/dashboard',
  schema: './schema.graphql',
  language: 'typescript',
  artifactDirectory: artifacts,
  eagerEsModules: true,
  useImportTypeSyntax: true,
  noSourceControl: true,
  requireCustomScalarTypes: true,
  customScalarTypes: { DateTime: 'string', Date: 'string', JSON: 'unknown' },
  persistConfig: { file: persisted, algorithm: 'SHA256' },
};

// The compiler reads this file through require(): only this export name is understood.
export { config as 'module.exports' };
