import { studioWords } from '../../generated/words/studio.ts';
import { useWords } from '../../words/word-catalogue.ts';
import ProfileScreen from '../profile/ProfileScreen.tsx';
import { StudioPage } from './StudioPage.tsx';

/** The person's own account, in the studio's frame. */
export default function StudioProfileScreen() {
  const w = useWords(studioWords);
  return (
    <StudioPage title={w.profileTitle}>
      <div>
        <ProfileScreen />
      </div>
    </StudioPage>
  );
}
