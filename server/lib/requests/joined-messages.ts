/**
 * Returns the messages of several failures as one text, each of them once. A message without closing
 * punctuation gets a period where another follows, so that they do not run together.
 */
export function joinedMessages(failures: readonly { message: string }[]): string {
  const messages = [...new Set(failures.map(({ message }) => message))];
  return messages
    .map((message, index) =>
      index === messages.length - 1 || /[.!?:…]$/.test(message) ? message : `${message}.`,
    )
    .join(' ');
}
