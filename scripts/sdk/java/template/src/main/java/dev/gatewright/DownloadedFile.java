package dev.gatewright;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** One file of a result. */
public final class DownloadedFile {
  private final URI url;
  private final String mediaType;
  private final byte[] content;
  private final String name;

  /** Its name is none of those that are taken, and taken then. */
  DownloadedFile(URI url, String mediaType, byte[] content, Set<String> taken) {
    this.url = url;
    this.mediaType = mediaType;
    this.content = content;
    this.name = newName(nameOf(url), taken);
  }

  private static String nameOf(URI url) {
    String path = url.getPath() == null ? "" : url.getPath();
    String name = path.replaceFirst("(?s)^.*[/\\\\]", "");
    return List.of("", ".", "..").contains(name) ? "file" : name;
  }

  private static String newName(String wanted, Set<String> taken) {
    int dot = wanted.lastIndexOf('.') > 0 ? wanted.lastIndexOf('.') : wanted.length();
    String name = wanted;
    for (int count = 2; !taken.add(name); count++)
      name = wanted.substring(0, dot) + "-" + count + wanted.substring(dot);
    return name;
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
   * Returns the last part of the address, such as {@code 0.png}; a second file of that name is {@code 0-2.png}.
   *
   * @return the name
   */
  public String name() {
    return name;
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
