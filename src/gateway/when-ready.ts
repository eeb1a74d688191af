/**
 * Passes a value on: at once when it is there, otherwise once its promise is fulfilled. Nearly all requests are read without
 * waiting for anything, and each wait that is not needed costs a turn of the microtask queue.
 */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  step: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(step) : step(value);
}
