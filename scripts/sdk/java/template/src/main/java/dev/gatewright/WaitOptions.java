package dev.gatewright;

import dev.gatewright.internal.Policies;
import dev.gatewright.types.TaskRecord;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** How a task is waited for. Each method returns changed options. */
public final class WaitOptions {
  private static final WaitOptions DEFAULTS =
      new WaitOptions(Duration.ofSeconds(Policies.GIVE_UP_SECONDS), null, null, record -> {});

  private final Duration timeout;
  private final Duration pollEvery;
  private final String language;
  private final Consumer<TaskRecord> progress;

  private WaitOptions(Duration timeout, Duration pollEvery, String language, Consumer<TaskRecord> progress) {
    this.timeout = timeout;
    this.pollEvery = pollEvery;
    this.language = language;
    this.progress = progress;
  }

  /**
   * The options of the contract.
   *
   * @return options
   */
  public static WaitOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets when to give up; the task goes on.
   *
   * @param timeout a time
   * @return options
   */
  public WaitOptions timeout(Duration timeout) {
    return new WaitOptions(Objects.requireNonNull(timeout, "timeout"), pollEvery, language, progress);
  }

  /**
   * Sets the pause between two polls, instead of growing pauses.
   *
   * @param pollEvery a time
   * @return options
   */
  public WaitOptions pollEvery(Duration pollEvery) {
    return new WaitOptions(timeout, pollEvery, language, progress);
  }

  /**
   * Sets the language of the text of a failure.
   *
   * @param language a two-letter code
   * @return options
   */
  public WaitOptions language(String language) {
    return new WaitOptions(timeout, pollEvery, language, progress);
  }

  /**
   * Listens to progress.
   *
   * @param progress is called with the record after every poll, on a thread of the client; when it throws, the wait ends with that
   *     exception
   * @return options
   */
  public WaitOptions onProgress(Consumer<TaskRecord> progress) {
    return new WaitOptions(timeout, pollEvery, language, Objects.requireNonNull(progress, "progress"));
  }

  Duration timeout() {
    return timeout;
  }

  Duration pollEvery() {
    return pollEvery;
  }

  String language() {
    return language;
  }

  Consumer<TaskRecord> progress() {
    return progress;
  }
}
