import { policies } from '../../../generated/policies.ts';

/**
 * The callback address for a registered base address (section 6): `/callback` appended to its path, the query kept after
 * it, the fragment dropped. Undefined for an address that is not http(s), has user info or is too long: it is discarded.
 */
export function toCallbackUrl(base: string): string | undefined {
  const url = parseUsable(base);
  if (!url) return undefined;
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '') + policies.callbacks.path_suffix;
  return url.href.length > policies.callbacks.max_address_length ? undefined : url.href;
}

/** Host and port of a callback address; undefined when it may not be called. */
export function toCallbackHost(address: string): string | undefined {
  return parseUsable(address)?.host;
}

/** Why the callback of an unusable address is discarded. */
export const UNUSABLE = `the URL is not http(s), contains a user name, or is longer than ${policies.callbacks.max_address_length} characters`;

/** An unusable address for listings: shortened, and without the password it may contain. */
export function toUnusableText(base: string): string {
  return `unusable URL: ${base.slice(0, policies.wording.max_name_characters).replace(/\/\/[^/?#]*@/, '//***@')}`;
}

function parseUsable(address: string): URL | undefined {
  if (address.length > policies.callbacks.max_address_length || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && url.username === '' && url.password === '' ? url : undefined;
}
