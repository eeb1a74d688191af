const stable = new WeakSet<object>();

/** Says that a body never changes and may be answered again: its text is worth remembering. */
export function markStable<Body extends object>(body: Body): Body {
  stable.add(body);
  return body;
}

/** Whether a body was marked as stable. */
export function isStable(body: object): boolean {
  return stable.has(body);
}
