import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import { Dialog } from '../../ui/Dialog.tsx';
import { artworkSide, middleOf, squareOf, storedSide, type Square } from './artwork-rules.ts';
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
  return { unit: '%', x: (x / width) * 100, y: (y / height) * 100, width: (side / width) * 100, height: (side / height) * 100 };
}

/** Lets somebody choose a square of a picture, by dragging or with the arrow keys: the frame moves, its corners resize. */
export function CropDialog({ picture, onCrop, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(() => wholeCrop(picture));
  const [least, setLeast] = useState(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const part = squareOf(crop, picture);
  const side = storedSide(part);
  // Drawn, and not shown by an address of its own: the page takes images from this site alone.
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
      title="Choose a square"
      opened
      insist
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onCrop(part)}>Use this part</Button>
        </>
      }
    >
      <p>Podcast apps show square artwork. Drag the frame, or move and resize it with the arrow keys.</p>
      <div className={styles.picture}>
        <ReactCrop
          aspect={1}
          keepSelection
          ruleOfThirds
          minWidth={least}
          crop={crop}
          onChange={(_, percent) => setCrop(percent)}
          ariaLabels={{
            cropArea: 'Move the frame with the arrow keys',
            nwDragHandle: 'Resize the frame at its top left with the arrow keys',
            nDragHandle: 'Resize the frame at its top with the arrow keys',
            neDragHandle: 'Resize the frame at its top right with the arrow keys',
            eDragHandle: 'Resize the frame at its right with the arrow keys',
            seDragHandle: 'Resize the frame at its bottom right with the arrow keys',
            sDragHandle: 'Resize the frame at its bottom with the arrow keys',
            swDragHandle: 'Resize the frame at its bottom left with the arrow keys',
            wDragHandle: 'Resize the frame at its left with the arrow keys',
          }}
        >
          <canvas ref={canvas} role="img" aria-label="The picture of which a part is chosen" />
        </ReactCrop>
      </div>
      <p className={styles.size} role="status">
        {side} × {side} pixels
        {side < part.side && `, made smaller from ${part.side} × ${part.side}`}
      </p>
    </Dialog>
  );
}
