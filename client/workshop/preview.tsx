import '../dashboard/ui/base.css';
import { MantineProvider } from '@mantine/core';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { cssVariables, theme } from '../dashboard/ui/theme.ts';
import { wordsLoaded } from '../dashboard/words/words-part.ts';

const Frame = ({ Story, scheme }: { Story: ComponentType; scheme: 'light' | 'dark' }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
    <MemoryRouter>
      <Story />
    </MemoryRouter>
  </MantineProvider>
);

export default {
  globalTypes: {
    scheme: { toolbar: { title: 'Color scheme', items: ['light', 'dark'], dynamicTitle: true } },
  },
  initialGlobals: { scheme: 'light' },
  loaders: [async () => void (await wordsLoaded())],
  decorators: [
    (Story: ComponentType, { globals }: { globals: { scheme?: string } }) => (
      <Frame Story={Story} scheme={globals.scheme === 'dark' ? 'dark' : 'light'} />
    ),
  ],
};
