import { words } from './word-catalogue.ts';

/** Choosing and uploading sounds and pictures. */
export const soundsWords = words({
  en: {
    builtIn: 'built in',
    upload: 'Upload a sound',
    files: '.mp3 or .wav, at most 32 MB',
    gone: 'A sound that was deleted',
    delete: (sound: string) => `Delete the sound ${sound}`,
    deleteTitle: 'Delete this sound?',
    confirm: 'Delete',
    deleteBody: (sound: string) => `${sound} can no longer be chosen. Articles already made with it keep it.`,
    uploadFailed: 'Upload failed',
    problems: {
      sound: 'Only .mp3 and .wav files can be uploaded.',
      picture: 'Only JPEG and PNG pictures can be uploaded.',
      empty: 'The file is empty.',
      soundSize: 'The file is larger than 32 MB.',
      pictureSize: 'The picture is larger than 500 KB.',
    },
  },
  de: {
    builtIn: 'mitgeliefert',
    upload: 'Ton hochladen',
    files: '.mp3 oder .wav, höchstens 32 MB',
    gone: 'Ein gelöschter Ton',
    delete: (sound) => `Ton ${sound} löschen`,
    deleteTitle: 'Diesen Ton löschen?',
    confirm: 'Löschen',
    deleteBody: (sound) =>
      `${sound} kann nicht mehr gewählt werden. Artikel, die ihn schon enthalten, behalten ihn.`,
    uploadFailed: 'Hochladen fehlgeschlagen',
    problems: {
      sound: 'Nur .mp3- und .wav-Dateien können hochgeladen werden.',
      picture: 'Nur JPEG- und PNG-Bilder können hochgeladen werden.',
      empty: 'Die Datei ist leer.',
      soundSize: 'Die Datei ist größer als 32 MB.',
      pictureSize: 'Das Bild ist größer als 500 KB.',
    },
  },
});
