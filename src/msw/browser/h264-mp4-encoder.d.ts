/** The build for browsers is a script, to which the bundle adds an export. */
declare module 'h264-mp4-encoder/embuild/dist/h264-mp4-encoder.web.js' {
  const encoders: Pick<typeof import('h264-mp4-encoder'), 'createH264MP4Encoder'>;
  export default encoders;
}
