import { useState } from 'react';
import { DayField } from '../dashboard/ui/time/DayField.tsx';
import { SearchSelect } from '../dashboard/ui/forms/SearchSelect.tsx';
import { UploadField } from '../dashboard/ui/forms/UploadField.tsx';

export default { title: 'Fields' };

const upload = { label: 'Choose intro', hint: 'MP3 or WAV, at most 32 MB', accept: '.mp3,.wav' };

export const Upload = () => <UploadField {...upload} check={() => null} send={async () => null} />;

/** Stays at 40 % once a file is chosen. */
export const UploadInProgress = () => (
  <UploadField
    {...upload}
    check={() => null}
    send={(_file, onProgress) => {
      onProgress(0.4);
      return new Promise(() => {});
    }}
  />
);

/** Fails once a file is chosen. */
export const UploadRefused = () => (
  <UploadField {...upload} check={() => 'Choose an MP3 or WAV file.'} send={async () => null} />
);

export const Select = () => (
  <SearchSelect label="Voice" data={['Ada', 'Emil', 'Noor']} defaultValue="Emil" clearable />
);

export const SelectWithError = () => <SearchSelect label="Voice" data={['Ada']} error="Choose a voice." />;

export const Day = () => {
  const [value, setValue] = useState('');
  return <DayField label="Publish on" value={value} onChange={setValue} />;
};
