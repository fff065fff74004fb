import { Button, TextInput } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
import { lazy, useState, type FormEvent } from 'react';
import { Part } from '../../relay/Part.tsx';
import { dashboardWords } from '../../generated/words/dashboard.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './DashboardScreen.module.css';
import { siteOfEmail } from './site-of-email.ts';

// The results need code that most visits to the dashboard don't use, so it is loaded on demand.
const SiteOnboarding = lazy(() => import('./SiteOnboarding.tsx'));

/**
 * From an address to a project: one field, and what is found under it.
 * @param organization that a new project belongs to
 * @param email of the person, whose domain is suggested as the site; null: none is suggested
 */
export default function OnboardingForm({
  organization,
  email,
}: {
  organization: string | null;
  email: string | null | undefined;
}) {
  const { firstMinute: w } = useWords(dashboardWords);
  const suggestion = siteOfEmail(email);
  const [address, setAddress] = useState(suggestion ?? '');
  const [missing, setMissing] = useState(false);
  const [asked, setAsked] = useState<{ address: string; count: number } | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = address.trim();
    setMissing(wanted === '');
    if (wanted !== '') setAsked({ address: wanted, count: (asked?.count ?? 0) + 1 });
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <section className={styles.minute} aria-labelledby="first-minute">
      <h2 id="first-minute">{w.title}</h2>
      <form className={styles.address} onSubmit={submit} noValidate>
        <TextInput
          label={w.field}
          placeholder={w.placeholder}
          type="text"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={address}
          error={missing && w.required}
          // What was suggested gives way to what is typed.
          onFocus={({ currentTarget }) => currentTarget.value === suggestion && currentTarget.select()}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <Button type="submit" size="md" leftSection={<IconHeadphones size={18} />}>
          {w.listen}
        </Button>
      </form>
      {asked && (
        <Part key={asked.count} what={w.title} of={asked.address}>
          {(attempt) => (
            <SiteOnboarding
              key={attempt}
              address={asked.address}
              organization={organization}
              onAgain={() => setAsked({ ...asked, count: asked.count + 1 })}
            />
          )}
        </Part>
      )}
    </section>
  );
}
