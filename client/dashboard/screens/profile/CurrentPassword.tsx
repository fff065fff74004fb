import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput } from '@mantine/core';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';

interface CurrentPasswordProps {
  error: string | undefined;
  onChange: () => void;
  /** Users of a provider may have no password. */
  optional?: boolean;
}

/** Field for the password that confirms the user's identity, named `password` in its form. */
export function CurrentPassword({ error, onChange, optional = false }: CurrentPasswordProps) {
  const { password: w, email } = useWords(profileWords);
  return (
    <PasswordInput
      name="password"
      label={w.current}
      description={optional ? email.passwordHint : undefined}
      autoComplete="current-password"
      required={!optional}
      withAsterisk={false}
      error={error}
      onChange={onChange}
      visibilityToggleButtonProps={{ 'aria-label': w.show, tabIndex: 0 }}
    />
  );
}
