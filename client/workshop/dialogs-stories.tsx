import { ConfirmDialog } from '../dashboard/ui/dialogs/ConfirmDialog.tsx';

export default { title: 'Dialogs' };

const ignore = () => {};
const question = { title: 'Delete this playlist?', confirm: 'Delete playlist', opened: true };

export const Question = () => (
  <ConfirmDialog {...question} onConfirm={ignore} onClose={ignore}>
    Its URL will return 410 Gone.
  </ConfirmDialog>
);

export const Busy = () => (
  <ConfirmDialog {...question} busy onConfirm={ignore} onClose={ignore}>
    Its URL will return 410 Gone.
  </ConfirmDialog>
);
