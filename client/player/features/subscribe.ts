import { fill, make } from '../elements.ts';
import type { Feature } from './feature.ts';

/** Links to the project's podcast: in the apps that list it, and its own page with links for all others. */
export const subscribe: Feature = ({ store, words }) => {
  const link = (label: string, href: string) => ({
    label,
    node: make('a', { class: 'button chip', href, target: '_blank', rel: 'noopener' }, label),
  });
  return {
    menu() {
      const { podcast } = store.config;
      if (!podcast) return [];
      const apps = podcast.apps.map(({ name, url }) => link(fill(words.subscribeIn, { app: name }), url));
      return [...apps, link(words.subscribe, podcast.page)];
    },
  };
};
