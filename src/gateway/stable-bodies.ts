const stable = new WeakSet<object>();

/** Marks a body that never changes and may be sent again: its text is worth caching. */
export function markStable<Body extends object>(body: Body): Body {
  stable.add(body);
  return body;
}

/** Whether a body was marked as stable. */
export function isStable(body: object): boolean {
  return stable.has(body);
}
