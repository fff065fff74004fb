/** Characters that a new password has at least, as the server asks for. */
const least = 10;

/**
 * All that is wrong with a new password and its repetition, by field; one fault does not hide the other.
 * @param words what is said of one that is too short, and of two that differ
 */
export function passwordProblems(
  { newPassword, again }: { newPassword: string; again: string },
  words: { short: string; different: string },
): Record<string, string> {
  return {
    ...(newPassword.length < least && { newPassword: words.short }),
    ...(newPassword !== again && { again: words.different }),
  };
}
