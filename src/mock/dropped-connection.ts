/** Closes the connection, instead of a response or in the middle of one, because a scenario says so. */
export class DroppedConnection extends Error {
  override readonly name = 'DroppedConnection';
}
