/** Characters that a new password has at least, as the server asks for. */
const least = 10;

/**
 * Returns all problems of a new password and its repetition by field, so that one problem doesn't hide the
 * other.
 * @param words messages for a password that is too short, and for a repetition that differs
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
