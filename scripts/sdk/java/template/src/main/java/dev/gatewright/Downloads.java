package dev.gatewright;

import dev.gatewright.errors.ResultExpiredException;
import dev.gatewright.internal.Answers;
import dev.gatewright.internal.Transport;
import dev.gatewright.internal.Work;
import dev.gatewright.types.TaskRecord;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Fetches the files of a result, one after the other. */
final class Downloads {
  private static final int GONE = 410;

  private final Work<List<DownloadedFile>> work = new Work<>();
  private final List<DownloadedFile> files = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Transport transport;
  private TaskRecord record;
  private List<Link> links;

  private Downloads(Transport transport) {
    this.transport = transport;
  }

  private record Link(String url, Long expiresAt) {}

  static CompletableFuture<List<DownloadedFile>> begin(Transport transport, CompletableFuture<TaskRecord> ended) {
    Downloads downloads = new Downloads(transport);
    downloads.work.then(
        ended,
        (record, failure) -> {
          if (failure != null) downloads.work.completeExceptionally(failure);
          else downloads.fetchAll(record);
        });
    return downloads.work;
  }

  private void fetchAll(TaskRecord ended) {
    record = ended;
    try {
      links = linksOf(ended);
    } catch (NullPointerException failure) { // among the members of a list
      throw Answers.malformed("The result of the task violates the contract.", null);
    }
    fetchNext();
  }

  private void fetchNext() {
    if (files.size() == links.size()) {
      work.complete(List.copyOf(files));
      return;
    }
    Link link = links.get(files.size());
    work.then(
        transport.fetchFile(link.url()),
        (response, failure) -> {
          if (failure != null) work.completeExceptionally(failure);
          else {
            files.add(toFile(link, response));
            fetchNext();
          }
        });
  }

  private DownloadedFile toFile(Link link, HttpResponse<InputStream> response) {
    byte[] content = Transport.bytes(response);
    if (Transport.isSuccess(response)) {
      String mediaType = response.headers().firstValue("Content-Type").orElse("");
      return new DownloadedFile(Transport.addressOf(link.url()), mediaType, content, names);
    }
    // Whether a link has expired is decided by the host of the file: its clock may differ from ours.
    boolean isPast = link.expiresAt() != null && link.expiresAt() <= Instant.now().getEpochSecond();
    if (response.statusCode() == GONE || isPast) throw new ResultExpiredException(record);
    throw Answers.errorOf(response, content);
  }

  private static List<Link> linksOf(TaskRecord record) {
    List<Link> links = new ArrayList<>();
    if (record.result() == null) return links;
    Long expires = record.result().expiresAt();
    record.result().images().forEach(image -> add(links, image.url(), image.expiresAt(), expires));
    record.result().videos().forEach(video -> add(links, video.url(), video.expiresAt(), expires));
    record.result().audios().forEach(audio -> add(links, audio.url(), audio.expiresAt(), expires));
    return links;
  }

  private static void add(List<Link> links, List<String> urls, Long expiresAt, Long otherwise) {
    Long expires = expiresAt == null ? otherwise : expiresAt;
    urls.forEach(url -> links.add(new Link(Objects.requireNonNull(url), expires)));
  }
}
