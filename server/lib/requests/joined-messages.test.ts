import { expect, test } from 'vitest';
import { joinedMessages } from './joined-messages.ts';

const joined = (...messages: string[]): string => joinedMessages(messages.map((message) => ({ message })));

test('a message that several fields share is in the text once', () => {
  expect(joined('This field is required', 'This field is required')).toBe('This field is required');
});

test('messages do not run together, and a single one keeps its words', () => {
  expect(joined('Invalid email', 'Only weekly reports can be chosen.', 'Required')).toBe(
    'Invalid email. Only weekly reports can be chosen. Required',
  );
});
