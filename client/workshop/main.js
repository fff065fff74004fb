/** Storybook's configuration: the components of `client/dashboard/ui` in their main states. */
import { fileURLToPath } from 'node:url';

export default {
  stories: [fileURLToPath(new URL('./*-stories.tsx', import.meta.url))],
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: 'client/workshop/vite-workshop.config.ts' } },
  },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // No generated tables of props: their types are in the source.
  typescript: { reactDocgen: false },
};
