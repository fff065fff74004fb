/** Owner of dictionaries, as in the server's query. */
export type Owner =
  | { level: 'GLOBAL' }
  | { level: 'ORGANIZATION'; organization: string }
  | { level: 'PROJECT'; project: string };

/** Voice that plays entries whose dictionary names none. */
export interface OwnVoice {
  readonly name: string;
  readonly language: string;
}

export interface OwnerProps {
  owner: Owner;
  mayWrite: boolean;
  isAdmin: boolean;
  /** The project's. */
  voice?: OwnVoice | undefined;
}

/** Where an owner's entries are looked for: in a project, in an organization's projects, or everywhere. */
export const searchScopeOf = (owner: Owner) => ({
  project: owner.level === 'PROJECT' ? owner.project : null,
  organization: owner.level === 'ORGANIZATION' ? owner.organization : null,
});
