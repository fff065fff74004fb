// oxlint-disable relay/unused-fields -- plans are handed whole to the dialog that offers them
import { IconSparkles } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { Usage_studio$key } from '../../../__generated__/Usage_studio.graphql.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { b } from '../../../ui/rich-text.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import { PlanDialog } from './PlanDialog.tsx';
import styles from '../Studio.module.css';
import { usageMinutes, usagePercent } from './usage-minutes.ts';
import { usePremium } from '../../buying/use-premium.ts';

/** Percent of the allowance from which the bar warns. */
const nearlyAll = 90;

/** What of the allowance is used, and the way to more. */
export function Usage({ studio: key }: { studio: Usage_studio$key }) {
  const { usage: w } = useWords(studioWords);
  const {
    usage: { usedMs, totalMs, paid, periodEndsAt },
    premium,
  } = useFragment(studioFragment, key);
  const { open, opening } = usePremium();
  const [choosing, setChoosing] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const amounts = { used: usageMinutes(usedMs), total: usageMinutes(totalMs) };
  const percent = usagePercent(usedMs, totalMs);
  const { available, manageable, cancelsAtPeriodEnd, graceEndsAt, plans } = premium;
  const manages = paid && manageable;
  const upgrade = () => {
    if (manages) void open('portal');
    else if (plans.length > 1) setChoosing(true);
    else void open('checkout');
  };
  const until = periodEndsAt ? new Date(periodEndsAt) : null;
  return (
    <section className={styles.card} aria-labelledby="studio-usage">
      <h2 id="studio-usage">{w.title}</h2>
      <p className={styles.figure}>
        <span aria-hidden="true">{w.ofTotal({ ...amounts, b })}</span>
        <span className="visually-hidden">{w.spoken(amounts)}</span>
      </p>
      <div
        className={styles.meter}
        role="progressbar"
        aria-label={w.title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        data-short={percent >= nearlyAll || undefined}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      {until && (
        <p className={styles.note}>
          {cancelsAtPeriodEnd ? w.ends({ day: until }) : w.renews({ day: until })}
        </p>
      )}
      {graceEndsAt && (
        <p className={styles.overdue} role="status">
          {w.overdue({ day: new Date(graceEndsAt) })}
        </p>
      )}
      {available || manages ? (
        <button ref={trigger} type="button" className={styles.upgrade} disabled={opening} onClick={upgrade}>
          <IconSparkles size={17} stroke={1.7} /> {opening ? w.opening : paid ? w.manage : w.upgrade}
        </button>
      ) : (
        <p className={styles.note}>{w.unavailable}</p>
      )}
      <PlanDialog
        plans={plans}
        opened={choosing}
        busy={opening}
        trigger={trigger}
        onChoose={(plan) => void open('checkout', { plan })}
        onClose={() => setChoosing(false)}
      />
    </section>
  );
}

const studioFragment = graphql`
  fragment Usage_studio on Studio {
    usage {
      usedMs
      totalMs
      paid
      periodEndsAt
    }
    premium {
      available
      manageable
      cancelsAtPeriodEnd
      graceEndsAt
      plans {
        key
        name
        amount
        minutes
      }
    }
  }
`;
