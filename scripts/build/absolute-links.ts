import { posix } from 'node:path';
import { readProject } from './project.ts';

/** A page by its path in the repository, and what its package has besides. */
export interface LinkedPage {
  readonly page: string;
  isHere(path: string): boolean;
}

/** The Markdown of a page, in which links to files that the package does not have lead to the repository. */
export function withAbsoluteLinks(markdown: string, { page, isHere }: LinkedPage): string {
  const base = `${readProject().repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/${page}`;
  return markdown.replace(/(?<=\]\()[^)#:\s]+(?=[)#])/g, (link) =>
    isHere(posix.join(posix.dirname(page), link)) ? link : new URL(link, base).href,
  );
}
