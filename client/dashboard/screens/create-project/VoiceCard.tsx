import { IconStarFilled } from '@tabler/icons-react';
import { createProjectWords } from '../../generated/words/createProject.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { VoicePreviewButton } from '../voices/VoicePreviewButton.tsx';
import styles from './CreateProjectScreen.module.css';

interface VoiceCardProps {
  voice: {
    readonly name: string;
    readonly label: string;
    readonly language: string;
    readonly gender: string;
    readonly tier: string;
    readonly favorite: boolean;
  };
  /** Of the speech service, as people know it. */
  service: string;
  chosen: boolean;
  onChoose: () => void;
}

/** Voice that can be chosen and, whether chosen or not, played. */
export function VoiceCard({
  voice: { name, label, language, gender, tier, favorite },
  service,
  chosen,
  onChoose,
}: VoiceCardProps) {
  const { voices: w } = useWords(createProjectWords);
  const genders: Record<string, string> = { FEMALE: w.female, MALE: w.male, NEUTRAL: w.neutral };
  return (
    <div className={styles.card} data-chosen={chosen || undefined}>
      <label>
        <input type="radio" name="voice" value={name} checked={chosen} onChange={onChoose} />
        <span>
          <strong>{label}</strong>{' '}
          {favorite && <IconStarFilled size={13} aria-label={w.favorite} role="img" />}
          <small>
            {[genders[gender], tier === 'PREMIUM' ? w.premium : null, service].filter(Boolean).join(' · ')}
          </small>
        </span>
      </label>
      <VoicePreviewButton name={name} label={label} language={language} />
    </div>
  );
}
