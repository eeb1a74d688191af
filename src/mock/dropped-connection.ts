/** Closes the connection, instead of a response or in the middle of one, as a scenario requires. */
export class DroppedConnection extends Error {
  override readonly name = 'DroppedConnection';
}
