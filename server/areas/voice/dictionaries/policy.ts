import type { Right } from '../../access/project-access/policy.ts';

/** What is done with a dictionary and its entries. */
export type DictionaryUse = 'read' | 'write';

/** Of a project's dictionaries: the right to the project that it asks for. */
export const requiredRight = { read: 'read', write: 'configure' } as const satisfies Record<
  DictionaryUse,
  Right
>;

/**
 * What each function of this area asks for. Who has which use of whose dictionary: dictionary-access.ts.
 * Global dictionaries are the administrators' alone.
 */
export const policy = {
  readDictionary: 'read',
  watchDictionary: 'read',
  listDictionaries: 'read',
  exportDictionary: 'read',
  findDuplicates: 'read',
  findUsage: 'read',
  suggestEntries: 'read',
  quoteRevoicing: 'write',
  createDictionary: 'write',
  updateDictionary: 'write',
  deleteDictionary: 'write',
  restoreDictionary: 'write',
  addEntries: 'write',
  updateEntry: 'write',
  deleteEntry: 'write',
  restoreEntry: 'write',
  importDictionary: 'write',
} as const satisfies Record<string, DictionaryUse>;
