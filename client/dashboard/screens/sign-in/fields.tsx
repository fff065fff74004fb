import { PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';

const asForms = { required: true, withAsterisk: false, size: 'md' } as const;

/** Whose account it is, in a form by the name `email`. */
export function EmailField({ label }: { label: string }) {
  return <TextInput {...asForms} name="email" type="email" label={label} autoComplete="username" autoFocus />;
}

interface PasswordFieldProps {
  label: string;
  /** Label of the button that shows the password. */
  show: string;
  autoFocus?: boolean;
}

/** The password of an account that there is, in a form by the name `password`. */
export function PasswordField({ label, show, autoFocus = false }: PasswordFieldProps) {
  return (
    <PasswordInput
      {...asForms}
      name="password"
      label={label}
      autoComplete="current-password"
      autoFocus={autoFocus}
      visibilityToggleButtonProps={{ 'aria-label': show, tabIndex: 0 }}
    />
  );
}

/** Field for the code of the second factor, named `code` in its form. Focused when it appears. */
export function CodeField({ label, hint }: { label: string; hint?: string }) {
  return (
    <TextInput
      {...asForms}
      name="code"
      label={label}
      description={hint}
      autoComplete="one-time-code"
      autoFocus
    />
  );
}
