import type { SiteContract } from './site-contract.ts';

/** A page of the site as Markdown; its path is that of its address, such as `models/vxq3.md`. */
export interface SitePage {
  readonly path: string;
  readonly text: string;
}

/** A file that is served as it is. */
export interface SiteFile {
  readonly path: string;
  readonly bytes: string | Uint8Array;
}

/** What the mock answers. */
interface MockAnswer {
  readonly status: number;
  /** The media type, without parameters. */
  readonly type: string;
  readonly text: string;
}

/** A mock with the models of the site. Its clock stands still. */
export interface SiteMock {
  /** Where requests and answers on the site say that it is. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sends a request to a path, by POST if it has a body. */
  send(path: string, body?: object): Promise<MockAnswer>;
  /** The bytes of a file. */
  download(address: string): Promise<Uint8Array>;
  /** Lets so many seconds pass. */
  wait(seconds: number): Promise<void>;
}

/** What a site is made of. */
export interface SiteParts extends SiteContract {
  readonly mock: SiteMock;
  /** The name of the site. */
  readonly title: string;
  /** Where it will be published, with a slash at its end; without it there is no sitemap. */
  readonly url: string | undefined;
}
