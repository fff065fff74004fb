import { cleanup, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import * as dialogs from './dialogs-stories.tsx';
import * as feedback from './feedback-stories.tsx';
import * as fields from './fields-stories.tsx';
import * as navigation from './navigation-stories.tsx';
import preview from './preview.tsx';

const [decorate] = preview.decorators;
const stories = [dialogs, feedback, fields, navigation].flatMap(({ default: { title }, ...components }) =>
  Object.entries<ComponentType>(components).map(([name, Story]) => [`${title}/${name}`, Story] as const),
);

test.each(stories)('%s shows something in both color schemes', async (_name, Story) => {
  await preview.loaders[0]!();
  for (const scheme of ['light', 'dark']) {
    const { container } = render(decorate!(Story, { globals: { scheme } }));
    expect(container.querySelector('h2, button, input, nav, [role], [data-status]')).not.toBeNull();
    cleanup();
  }
});
