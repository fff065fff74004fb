import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** Somewhere that the palette leads to. */
export interface PaletteEntry {
  id: string;
  label: string;
  icon: ComponentType<IconProps>;
  to: string;
  detail?: string;
  /** Where it is, such as the name of its project: found by that too, but not by that alone. */
  path?: string;
  /** Search terms in addition to the label. */
  keywords?: string;
}
