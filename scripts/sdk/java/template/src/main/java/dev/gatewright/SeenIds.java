package dev.gatewright;

import dev.gatewright.internal.Policies;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Remembers ids of callbacks in memory, because deliveries can repeat. The oldest are forgotten. For several processes, keep the
 * ids in a database.
 */
public final class SeenIds {
  private final int most;
  private final Set<String> ids = new LinkedHashSet<>();

  /** Remembers the number of ids that the contract advises. */
  public SeenIds() {
    this(Policies.KEPT_CALLBACK_IDS);
  }

  /**
   * Remembers a number of ids.
   *
   * @param most the number
   */
  public SeenIds(int most) {
    this.most = most;
  }

  /**
   * Adds an id.
   *
   * @param id an id
   * @return false when it was there already
   */
  public synchronized boolean add(String id) {
    boolean isNew = ids.add(id);
    if (ids.size() > most) ids.remove(ids.iterator().next());
    return isNew;
  }

  /**
   * Forgets an id whose handling failed, so that the next delivery is handled.
   *
   * @param id an id
   */
  public synchronized void discard(String id) {
    ids.remove(id);
  }
}
