import { expect, test } from 'vitest';
import { markdownText } from './markdown-text.ts';

test('leaves what is read aloud, and the signs that part it', () => {
  const source = `---
title: x
---
# A *heading*

Some **bold** and _soft_ words, [a link](https://example.com) and \`code\`.
![a picture](x.png)

Underlined
==========

- one
- two \\* star

\`\`\`js
nothing();
\`\`\`
> quoted snake_case_name <b>here</b>

[ref]: https://example.com
`;
  expect(markdownText(source)).toBe(
    '# A heading\n\nSome bold and soft words, a link and code.\n\n# Underlined\n\n- one\n- two * star\n\nquoted snake_case_name here',
  );
});
