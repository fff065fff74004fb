/**
 * Exchanges a catalogue with translators as XLIFF 2.0:
 *   npm run translations -- export <language> <file>
 *   npm run translations -- import <language> <file>
 * Ends with 1 where a file is not imported, and says why.
 */
import { readFile, writeFile } from 'node:fs/promises';
import {
  exportTranslations,
  importTranslations,
  TranslationError,
} from '../codegen/catalogues/translation-file.ts';
import { serverMessages } from '../server/messages.ts';

const folder = new URL('../catalogues/', import.meta.url);
const [action, language, file] = process.argv.slice(2);

try {
  if (action === 'export' && language && file) {
    await writeFile(file, await exportTranslations(language, folder, serverMessages));
    console.log(`Exported ${language} to ${file}.`);
  } else if (action === 'import' && language && file) {
    const text = await readFile(file, 'utf8');
    const imported = await importTranslations(language, text, folder, serverMessages);
    const { changed, outdated, missing } = imported;
    console.log(`Changed ${changed} texts in catalogues/${imported.file}.`);
    if (outdated.length)
      console.log(
        `Skipped ${outdated.length} texts because their English has changed since the export:\n  ${outdated.join('\n  ')}`,
      );
    console.log(
      missing
        ? `${missing} texts have no translation. Export the language again to translate them.`
        : 'All texts are translated. Run npm run generate.',
    );
  } else {
    console.error('Usage: npm run translations -- export|import <language> <file>');
    process.exitCode = 1;
  }
} catch (error) {
  const isExpected = error instanceof TranslationError || (error as NodeJS.ErrnoException).code === 'ENOENT';
  if (!isExpected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
