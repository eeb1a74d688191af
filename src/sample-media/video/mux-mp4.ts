import type { Size } from '../draw/stage.ts';
import type { KeyFrame } from './encode-key-frame.ts';
import { findText } from './find-text.ts';

/** A coded H.264 track: one key frame and the frames after it, each as one unit. */
export interface CodedVideo extends Size {
  readonly framesPerSecond: number;
  readonly key: KeyFrame;
  readonly frames: readonly Uint8Array[];
}

/** Packs a track as MP4 with its index in front (fast start) and no time of creation, so that the same track gives the same bytes. */
export async function muxMp4(video: CodedVideo): Promise<Uint8Array> {
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } = await import(
    'mediabunny'
  );
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: video.framesPerSecond });
  await output.start();
  const length = 1 / video.framesPerSecond;
  const meta = { decoderConfig: describeDecoder(video) };
  await source.add(new EncodedPacket(withLength(video.key.slice), 'key', 0, length), meta);
  for (const [index, frame] of video.frames.entries()) {
    await source.add(new EncodedPacket(withLength(frame), 'delta', (index + 1) * length, length));
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('the MP4 file was not written');
  return withoutTimes(new Uint8Array(target.buffer));
}

function describeDecoder({ width, height, key }: CodedVideo): VideoDecoderConfig {
  const { sequence, picture } = key;
  const profile = [...sequence.subarray(1, 4)];
  const description = Uint8Array.from([
    ...[1, ...profile, 0xff, 0xe1, sequence.length >> 8, sequence.length & 255],
    ...sequence,
    ...[1, picture.length >> 8, picture.length & 255],
    ...picture,
  ]);
  return {
    codec: `avc1.${profile.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    codedWidth: width,
    codedHeight: height,
    description,
    colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  };
}

function withLength(unit: Uint8Array): Uint8Array {
  const sized = new Uint8Array(unit.length + 4);
  new DataView(sized.buffer).setUint32(0, unit.length);
  sized.set(unit, 4);
  return sized;
}

/** Clears the times of creation and modification, in place; the index with them is at the beginning. */
function withoutTimes(file: Uint8Array): Uint8Array {
  for (const box of ['mvhd', 'tkhd', 'mdhd']) {
    const version = findText(file, box) + box.length;
    file.fill(0, version + 4, version + (file[version] === 1 ? 20 : 12));
  }
  return file;
}
