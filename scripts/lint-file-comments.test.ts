import { expect, test } from 'vitest';
import { commentProblems } from './lint-file-comments.ts';

const lines = (text: string, path: string): number[] => commentProblems(text, path).map(({ line }) => line);

test('banned words are refused in comments of the data model, also across lines', () => {
  const schema =
    'model A {\n  /// What has become\n  /// of it.\n  id Int // id\n  /// Null: none.\n  b Int\n}\n';
  expect(lines(schema, 'prisma/schema.prisma')).toEqual([2]);
});

test('banned words are refused in comments of style sheets, pages, plugins, scripts and workflows', () => {
  expect(lines('.nobody { }\n/* Told apart\n   by color. */\n', 'a.css')).toEqual([2]);
  expect(lines('<p>nobody</p>\n<!-- Read by nobody. -->\n', 'a.html')).toEqual([2]);
  expect(lines('<?php\n/**\n * Sends e-mails.\n */\n\n// Goes\n// on.\n', 'a.php')).toEqual([2, 6]);
  expect(lines('#!/bin/sh\necho nobody\n# Runs by\n# itself.\n', 'a.sh')).toEqual([3]);
  expect(lines('on: push # nobody\n# Whoever pushes.\n', 'a.yml')).toEqual([2]);
});
