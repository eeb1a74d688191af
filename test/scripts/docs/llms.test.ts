import { expect, test } from 'vitest';
import { llmsFiles } from '../../../scripts/docs/pages/llms.ts';
import type { SiteParts } from '../../../scripts/docs/site.ts';

test('language models read the pages about the gateway, without what only browsers understand', () => {
  const contract = { document: { info: { summary: 'Boats over HTTP.' } } };
  const parts = { contract, title: 'Boats', url: 'https://boats.example/' } as unknown as SiteParts; // what is read of them
  const models =
    '---\noutline: false\n---\n\n# Oars <Badge text="new" />\n\n<ClientOnly><Form data="x" /></ClientOnly>\n\nA &#124; b.';
  const pages = [
    { path: 'index.md', text: '# Home' },
    { path: 'models/oars.md', text: models },
    { path: 'guides/index.md', text: '# Guides' },
    { path: 'decisions/0001-oars.md', text: '# Why oars' },
    { path: 'bench.md', text: '# Bench' },
  ];
  const groups = [
    { text: 'Models', readers: 'For sailors.', entries: [{ text: 'Oars', path: 'models/oars.md' }] },
  ];
  const [list, full] = llmsFiles(parts, { pages, groups });
  expect(list?.bytes).toBe(`# Boats

> Boats over HTTP.

## Models

- [Oars](https://boats.example/models/oars.html)

## More

- [Guides](https://boats.example/guides/)
- [Bench](https://boats.example/bench.html)
- [Reference](https://boats.example/reference.html)

## Documents

- [OpenAPI 3.1](https://boats.example/openapi.json)
`);
  expect(full?.bytes).toBe('# Boats\n\n> Boats over HTTP.\n\n\n# Oars \n\nA | b.\n\n# Guides');
});
