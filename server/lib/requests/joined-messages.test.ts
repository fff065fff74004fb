import { expect, test } from 'vitest';
import { joinedMessages } from './joined-messages.ts';

const joined = (...messages: string[]): string => joinedMessages(messages.map((message) => ({ message })));

test('a message that several fields share appears once', () => {
  expect(joined('This field is required', 'This field is required')).toBe('This field is required');
});

test('messages are separated by periods, and a single one is unchanged', () => {
  expect(joined('Invalid email', 'Only weekly reports can be chosen.', 'Required')).toBe(
    'Invalid email. Only weekly reports can be chosen. Required',
  );
});
