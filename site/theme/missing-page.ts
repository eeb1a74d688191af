import { useData, withBase } from 'vitepress';
import { h, type VNode } from 'vue';

/** What is shown for an address that leads nowhere, as the main part of the page. */
export function MissingPage(): VNode {
  const { theme } = useData();
  const { title, quote, linkText } = theme.value.notFound;
  return h('main', { class: 'missing-page' }, [
    h('h1', title),
    h('p', quote),
    h('p', h('a', { href: withBase('/') }, linkText)),
  ]);
}
