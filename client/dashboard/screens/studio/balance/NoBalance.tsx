import { useState } from 'react';
import { NoCharacters } from './NoCharacters.tsx';
import { useStudio } from '../studio-context.ts';

const toldKey = 'studio-no-balance';

function wasTold(): boolean {
  try {
    return sessionStorage.getItem(toldKey) !== null;
  } catch {
    return false;
  }
}

/** Says once a session that nothing is left of the allowance. */
export function NoBalance() {
  const { studio } = useStudio();
  const [told, setTold] = useState(wasTold);
  const close = () => {
    setTold(true);
    try {
      sessionStorage.setItem(toldKey, '1');
    } catch {
      // The notice is shown again when the studio is opened again.
    }
  };
  return <NoCharacters opened={!told && studio.usage.balanceMs <= 0} onClose={close} />;
}
