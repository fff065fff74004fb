import { Button } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
import { EmptyState } from '../dashboard/ui/lists/EmptyState.tsx';
import { StatusBadge } from '../dashboard/ui/lists/StatusBadge.tsx';
import { WaitingBar } from '../dashboard/ui/WaitingBar.tsx';

export default { title: 'Feedback' };

const statuses = ['WAITING', 'PROCESSING', 'READY', 'RETRY', 'ERRORED', 'REJECTED', 'LIMIT_REACHED'];

/** Every state of an article, and one that the dashboard doesn't know. */
export const ArticleStatuses = () => (
  <div style={{ display: 'grid', gap: 8 }}>
    {[...statuses, 'UNKNOWN'].map((status) => (
      <StatusBadge key={status} status={status} />
    ))}
  </div>
);

export const EmptyList = () => (
  <EmptyState icon={IconHeadphones} title="No plays yet" action={<Button>Add channel</Button>}>
    Plays from your players and podcasts will show up here.
  </EmptyState>
);

export const EmptyPanel = () => <EmptyState icon={IconHeadphones} title="No plays yet" small />;

export const Failure = () => (
  <EmptyState
    icon={IconHeadphones}
    title="Couldn’t load this section"
    role="alert"
    action={<Button>Try again</Button>}
  />
);

export const Loading = () => <WaitingBar label="Loading plays" height={120} />;
