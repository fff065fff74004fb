import { Button, TextInput } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
import { lazy, useState, type FormEvent } from 'react';
import { Part } from '../../relay/Part.tsx';
import { dashboardWords } from '../../generated/words/dashboard.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './DashboardScreen.module.css';

// The results need code that most visits to the dashboard don't use, so it is loaded on demand.
const SiteOnboarding = lazy(() => import('./SiteOnboarding.tsx'));

/**
 * From an address to a project: one field, and what is found under it. @param organization that a new project
 * belongs to
 */
export default function OnboardingForm({ organization }: { organization: string | null }) {
  const { firstMinute: w } = useWords(dashboardWords);
  const [address, setAddress] = useState('');
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
