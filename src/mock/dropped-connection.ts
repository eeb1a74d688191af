/** Closes the connection: in place of an answer, or in the middle of one. A scenario asked for it. */
export class DroppedConnection extends Error {
  override readonly name = 'DroppedConnection';
}
