import { createSampleMedia } from '../../sample-media/sample-media.ts';
import { sharpTools } from './sharp-tools.ts';

/** Pictures and clips, drawn with sharp. */
export const nodeSampleMedia = createSampleMedia(sharpTools);
