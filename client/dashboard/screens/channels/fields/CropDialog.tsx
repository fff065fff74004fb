import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { artworkSide } from '../../../generated/limits.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { formWords } from '../../../generated/words/form.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { middleOf, squareOf, storedSide, type Square } from './artwork-rules.ts';
import styles from './CropDialog.module.css';

interface CropDialogProps {
  picture: ImageBitmap;
  onCrop: (part: Square) => void;
  onClose: () => void;
}

/** Pixels of the longer side that the picture is shown with. */
const shownSide = 1200;

/** The largest square, in percent of the picture. */
function wholeCrop(picture: ImageBitmap): PercentCrop {
  const { x, y, side } = middleOf(picture);
  const { width, height } = picture;
  return {
    unit: '%',
    x: (x / width) * 100,
    y: (y / height) * 100,
    width: (side / width) * 100,
    height: (side / height) * 100,
  };
}

/**
 * Lets the user choose a square of a picture by dragging or with the arrow keys: the frame moves, its corners
 * resize it.
 */
export function CropDialog({ picture, onCrop, onClose }: CropDialogProps) {
  const f = useWords(formWords);
  const { crop: w } = useWords(channelsWords);
  const [crop, setCrop] = useState(() => wholeCrop(picture));
  const [least, setLeast] = useState(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const part = squareOf(crop, picture);
  const side = storedSide(part);
  // Drawn on a canvas instead of shown by a blob URL, because the page allows images from this site only.
  useEffect(() => {
    const element = canvas.current!;
    const scale = Math.min(1, shownSide / Math.max(picture.width, picture.height));
    element.width = Math.round(picture.width * scale);
    element.height = Math.round(picture.height * scale);
    element.getContext('2d')?.drawImage(picture, 0, 0, element.width, element.height);
    const measure = () => setLeast((artworkSide.least / picture.width) * element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [picture]);
  return (
    <Dialog
      title={w.title}
      opened
      insist
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {f.cancel}
          </Button>
          <Button onClick={() => onCrop(part)}>{w.use}</Button>
        </>
      }
    >
      <p>{w.text}</p>
      <div className={styles.picture}>
        <ReactCrop
          aspect={1}
          keepSelection
          ruleOfThirds
          minWidth={least}
          crop={crop}
          onChange={(_, percent) => setCrop(percent)}
          ariaLabels={{
            cropArea: w.area,
            nwDragHandle: w.resize({ where: w.sides.nw }),
            nDragHandle: w.resize({ where: w.sides.n }),
            neDragHandle: w.resize({ where: w.sides.ne }),
            eDragHandle: w.resize({ where: w.sides.e }),
            seDragHandle: w.resize({ where: w.sides.se }),
            sDragHandle: w.resize({ where: w.sides.s }),
            swDragHandle: w.resize({ where: w.sides.sw }),
            wDragHandle: w.resize({ where: w.sides.w }),
          }}
        >
          <canvas ref={canvas} role="img" aria-label={w.picture} />
        </ReactCrop>
      </div>
      <p className={styles.size} role="status">
        {side < part.side ? w.smaller({ side, whole: part.side }) : w.pixels({ side })}
      </p>
    </Dialog>
  );
}
