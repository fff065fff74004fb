import type { ComponentType } from 'react';
import { useFragment, useLazyLoadQuery } from 'react-relay';
import type { ConcreteRequest, OperationType } from 'relay-runtime';
import studioFragment, {
  type StudioShell_studio$data,
  type StudioShell_studio$key,
} from '../dashboard/__generated__/StudioShell_studio.graphql.ts';
import shellQuery, { type StudioShellQuery } from '../dashboard/__generated__/StudioShellQuery.graphql.ts';
import type { Usage_studio$data } from '../dashboard/__generated__/Usage_studio.graphql.ts';
import { StudioContext } from '../dashboard/screens/studio/studio-context.ts';
import { TimeZoneContext } from '../dashboard/ui/time/time-zone.ts';
import { renderScreen, type Fields } from './screen.tsx';

export type StudioData = Fields<StudioShell_studio$data> & Fields<Usage_studio$data>;

/** A studio with nine of ten minutes left, where premium can be had. */
const usual = {
  studioOnly: true,
  maxCharacters: 1_000,
  defaultLanguage: 'en-US',
  defaultVoice: { name: 'microsoft:Guy', styles: [] },
  aboutUrl: null,
  blogUrl: null,
  licenseUrl: 'https://a.example/license',
  usage: { balanceMs: 540_000, usedMs: 60_000, totalMs: 600_000, paid: false, periodEndsAt: null },
  premium: {
    available: true,
    manageable: false,
    cancelsAtPeriodEnd: false,
    graceEndsAt: null,
    plans: [{ key: 'plus', name: 'Plus', amount: '€9', minutes: 120 }],
  },
};

/** Opens a screen of the studio with its route and frame, for a user with a studio. */
export async function openStudio<Q extends OperationType>(
  Screen: ComponentType,
  query: ConcreteRequest,
  variables: Q['variables'],
  where: { path: string; at?: string },
  studio: { [Name in keyof typeof usual]?: unknown } = {},
) {
  function InStudio() {
    const { studio: key } = useLazyLoadQuery<StudioShellQuery>(shellQuery, {});
    return <Around studio={key as StudioShell_studio$key} Screen={Screen} />;
  }
  const stage = await renderScreen<Q>(InStudio, query, variables, where);
  await stage.answer<{ Studio: object; User: object }>('StudioShellQuery', {
    Studio: () => ({ ...usual, ...studio }),
    User: () => ({
      id: 'user-1',
      name: 'Ada',
      email: 'ada@a.example',
      avatar: null,
      timeZone: 'Europe/Berlin',
    }),
  });
  return stage;
}

function Around({ studio: key, Screen }: { studio: StudioShell_studio$key; Screen: ComponentType }) {
  const studio = useFragment(studioFragment, key);
  return (
    <TimeZoneContext value="Europe/Berlin">
      <StudioContext value={{ person: 'user-1', studio }}>
        <Screen />
      </StudioContext>
    </TimeZoneContext>
  );
}
