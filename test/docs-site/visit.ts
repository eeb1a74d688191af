import type { Page, Response } from 'playwright-core';

/** Opens a page of the site, and waits until its scripts listen: until then keys and fields do nothing. */
export async function visit(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url, { waitUntil: 'networkidle' });
  await untilMounted(page);
  return response;
}

/** Vue marks the element that it runs in, as its developer tools need it; a page without that element has its own scripts. */
export async function untilMounted(page: Page): Promise<void> {
  await page.waitForFunction(
    `document.readyState === 'complete' && (document.querySelector('#app') ?? { __vue_app__: true }).__vue_app__ !== undefined`,
  );
}
