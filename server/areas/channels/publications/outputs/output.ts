import type { App } from '../../../../kernel/app.ts';
import type { ChannelSettings, ChannelType } from '../../channels/kinds/registry.ts';
import type { Facts, Verdict } from '../publication-facts.ts';

/** A channel of a type, as far as it decides what of an article it has. */
export interface OutputChannel<Type extends ChannelType> {
  id: number;
  settings: ChannelSettings<Type>;
}

/**
 * Returns an article's state in each of some channels of a type, all of the article's project, by the
 * conditions of these channels' outputs. The number of database queries doesn't depend on the number of
 * channels.
 * @throws StorageError
 */
export type Output<Type extends ChannelType> = (
  app: App,
  facts: Facts,
  channels: readonly OutputChannel<Type>[],
) => Promise<Verdict[]>;
