package dev.gatewright;

import dev.gatewright.internal.Call;
import dev.gatewright.internal.Paths;
import dev.gatewright.internal.Transport;
import dev.gatewright.internal.Work;
import dev.gatewright.types.BillingSubscription;
import dev.gatewright.types.BillingUsage;
import dev.gatewright.types.KeyBalance;
import dev.gatewright.types.UserBalance;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;

/** What is left, and what was spent. */
public final class Balance {
  private final Transport transport;

  Balance(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns the balance of the account.
   *
   * @return the balance
   */
  public UserBalance account() {
    return get(Paths.GET_USER_BALANCE, Map.of(), UserBalance.class);
  }

  /**
   * Returns the balance of the key.
   *
   * @return the balance
   */
  public KeyBalance key() {
    return get(Paths.GET_KEY_BALANCE, Map.of(), KeyBalance.class);
  }

  /**
   * Returns the charges by day and model.
   *
   * @return the charges
   */
  public BillingUsage usage() {
    return get(Paths.GET_BILLING_USAGE, Map.of(), BillingUsage.class);
  }

  /**
   * Returns the charges by day and model.
   *
   * @param start the first day
   * @param end the last day
   * @return the charges
   */
  public BillingUsage usage(LocalDate start, LocalDate end) {
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(end, "end");
    Map<String, String> days = Map.of("start_date", start.toString(), "end_date", end.toString());
    return get(Paths.GET_BILLING_USAGE, days, BillingUsage.class);
  }

  /**
   * Returns the spending limits of the account.
   *
   * @return the limits
   */
  public BillingSubscription limits() {
    return get(Paths.GET_BILLING_SUBSCRIPTION, Map.of(), BillingSubscription.class);
  }

  private <T> T get(String path, Map<String, String> query, Class<T> type) {
    return Work.join(transport.call(Call.get(path, query), type));
  }
}
