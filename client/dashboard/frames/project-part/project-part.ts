// oxlint-disable relay/unused-fields -- rights are read by the name that a part gives
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { graphql, readInlineData, type OperationType } from 'relay-runtime';
import type {
  projectPart_gate$data,
  projectPart_gate$key,
} from '../../__generated__/projectPart_gate.graphql.ts';
import { screenRoute, type ScreenRoute, type RouteDeclaration } from '../../relay/screen-route.ts';
import type { PaletteEntry } from './palette-entry.ts';

export type Feature = Exclude<projectPart_gate$data['entitlements'][number], '%future added value'>;

type Role = Exclude<projectPart_gate$data['roles'][number], '%future added value'>;

type Text = string | (() => string);

/** A text that may follow the language. */
export const currentText = (text: Text): string => (typeof text === 'string' ? text : text());

/** Part of a project with its own screen. Its address, title, menu entry and access follow from this. */
export interface ProjectPart {
  /** Below the project's address. */
  path: string;
  /** Label in menus. Evaluated on each use because it depends on the language. */
  label: Text;
  icon: ComponentType<IconProps>;
  /** Emphasized in menus. */
  primary?: true;
  /** At the top of the screen. */
  heading: Text;
  /** Of the document. @param project its name */
  title: (project: string) => string;
  /** For those who may; for others the project has no such part. */
  right?: 'canWrite' | 'canConfigure' | 'canManageWebhooks';
  /**
   * Only users with one of these roles in the project may open it, unless the organization is entitled to
   * `orFeature`.
   */
  roles?: readonly Role[];
  orFeature?: Feature;
  /** Shown as locked, and in no menu, unless the organization is entitled to it. */
  feature?: Feature;
  /** Additional palette entries of this part, loaded when the palette opens. */
  places?: () => Promise<PaletteEntriesOf>;
}

/** @param here the project's address @param project what its rights are */
export type PaletteEntriesOf = (here: string, project: PlacesProject) => PaletteEntry[];

export interface PlacesProject {
  readonly canReadLogs: boolean;
  readonly entitlements: projectPart_gate$data['entitlements'];
}

/** Returns the route of a part, whose query gets the project as `$id`. */
export function projectPartRoute<T extends OperationType>(
  { path }: ProjectPart,
  declared: Omit<RouteDeclaration<T>, 'path'>,
): ScreenRoute {
  return screenRoute<T>({ ...declared, path: `:id/${path}` });
}

const gate = graphql`
  fragment projectPart_gate on Project @inline {
    canWrite
    canConfigure
    canManageWebhooks
    entitlements
    roles
  }
`;

/** Returns whether the user may open a part of a project. */
export function openingOf(
  { right, feature, roles, orFeature }: ProjectPart,
  project: projectPart_gate$key,
): 'open' | 'locked' | 'refused' {
  const may = readInlineData(gate, project);
  if (right && !may[right]) return 'refused';
  const isIts =
    !roles ||
    roles.some((role) => may.roles.includes(role)) ||
    (orFeature && may.entitlements.includes(orFeature));
  if (!isIts) return 'refused';
  return feature && !may.entitlements.includes(feature) ? 'locked' : 'open';
}
