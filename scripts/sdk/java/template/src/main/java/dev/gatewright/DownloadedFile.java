package dev.gatewright;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** One file of a result. */
public final class DownloadedFile {
  private final URI url;
  private final String mediaType;
  private final byte[] content;

  DownloadedFile(URI url, String mediaType, byte[] content) {
    this.url = url;
    this.mediaType = mediaType;
    this.content = content;
  }

  /**
   * Returns where it was.
   *
   * @return an address
   */
  public URI url() {
    return url;
  }

  /**
   * Returns the last part of the address, such as {@code 0.png}.
   *
   * @return the name
   */
  public String name() {
    String path = url.getPath() == null ? "" : url.getPath();
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.isEmpty() ? "file" : name;
  }

  /**
   * Returns the media type, such as {@code image/png}.
   *
   * @return the type; empty when the host of the file does not say it
   */
  public String mediaType() {
    return mediaType;
  }

  /**
   * Returns the bytes, which are not copied.
   *
   * @return the content
   */
  public byte[] content() {
    return content;
  }

  /**
   * Saves the file.
   *
   * @param target a file, or a folder, where it gets its own name
   * @return where it is
   * @throws IOException when it cannot be written
   */
  public Path save(Path target) throws IOException {
    Path file = Files.isDirectory(target) ? target.resolve(name()) : target;
    return Files.write(file, content);
  }
}
