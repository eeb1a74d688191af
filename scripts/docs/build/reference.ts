import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../contract/contract.ts';
import { runRedocly } from '../../contract/documents/run-redocly.ts';
import { mapObjects, toList, toObject, toText } from '../../contract/json.ts';
import { makeTemporaryFolder } from '../../temporary-folder.ts';
import { sampleLanguages } from '../samples/sample-languages.ts';

/** Whom the page may ask: nobody but its own host. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src blob:";

/** The name beside "API docs by", a picture from another host. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/[\w-]+\.svg/g;

const DRAWN_LOGO = toPicture({ text: 'Redocly', width: 46, height: 12, size: 10 });

/** Redoc shows only languages that it knows or that are named. */
const SETTINGS = {
  telemetry: 'off',
  openapi: {
    codeSamples: { languages: sampleLanguages(false).map(({ title }) => ({ lang: title, label: title })) },
  },
};

/** Greys and methods have too little contrast as they come. */
const STYLE = `<style>
    :root { --color-warm-grey-5: #64656f !important }
    .dark { --color-warm-grey-5: #a4a5b0 !important }
    * { --tag-color: var(--text-color-secondary) !important }
    @media (max-width: 600px) { h1 { font-size: 26px !important; line-height: 1.25 !important } }
  </style>`;

/** Links of the side bar are paths of a router: a new tab would look for a page of that name. Its places are fragments. */
const LINKS = `<script>
    new MutationObserver(() => {
      for (const link of document.querySelectorAll('a[data-discover][href^="/"]'))
        link.setAttribute('href', '#' + link.getAttribute('href'));
    }).observe(document, { childList: true, subtree: true });
  </script>`;

/** It is drawn by its script, the parts near the reader first. */
const WITHOUT_SCRIPT =
  '<noscript><p style="padding: 1em">This page needs JavaScript. <a href="./openapi.yaml">openapi.yaml</a> has the same as text.</p></noscript>';

/** Renders a document with Redoc as one page of the site with that title; it needs nothing else. */
export async function renderReference(document: JsonObject, title: string): Promise<string> {
  await using folder = await makeTemporaryFolder('gatewright-reference-');
  await writeFile(join(folder.path, 'openapi.json'), withWayBack(document, title));
  await writeFile(join(folder.path, 'redocly.yaml'), JSON.stringify(SETTINGS));
  const name = ['--title', `${title}: reference`];
  const args = ['openapi.json', '--output', 'reference.html', ...name, '--inlineBundle'];
  const { code, report } = await runRedocly(folder.path, ['build-docs', ...args]);
  if (code !== 0) throw new Error(`The reference cannot be built:\n${report}`);
  const page = await readFile(join(folder.path, 'reference.html'), 'utf8');
  const icon = '<link rel="icon" href="icon.svg" type="image/svg+xml">';
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  return page
    .replace('<body>', `<body>\n  ${WITHOUT_SCRIPT}`)
    .replaceAll(LOGO, DRAWN_LOGO)
    .replace('<head>', `<head>\n  ${policy}\n  ${icon}\n  ${STYLE}\n  ${LINKS}`);
}

/** The page has a place for a logo, which leads back to the site. */
function withWayBack({ info, servers, ...rest }: JsonObject, title: string): string {
  const url = toPicture({ text: `\u2190 ${title}`, width: 256, height: 40, size: 19 });
  return JSON.stringify({
    ...toObject(mapObjects(rest, unwrap)),
    servers: toList(servers).map((server) => filled(toObject(server))),
    info: { ...unwrap(toObject(info)), 'x-logo': { url, altText: 'First page', href: './index.html' } },
  });
}

/** A description whose lines are one, outside code: the search of the page would join the last word of a line with the next. */
function unwrap(value: JsonObject): JsonObject {
  if (typeof value.description !== 'string') return value;
  const description = value.description
    .split(/(^```.*?^```$)/ms)
    .map((part) => (part.startsWith('```') ? part : part.replaceAll(/(?<!\n)\n(?![\n\s|*\d-])/g, ' ')))
    .join('');
  return { ...value, description };
}

/** An address that is a variable would be shown as a path of the site: its default is shown. */
function filled({ url, variables, ...server }: JsonObject): JsonObject {
  const defaultOf = (name: string) => toText(toObject(toObject(variables)[name]).default);
  return { ...server, url: toText(url).replaceAll(/\{(\w+)\}/g, (_all, name: string) => defaultOf(name)) };
}

interface Lettering {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly size: number;
}

/** A line of text as a picture, in a colour that is read on white and on black. */
function toPicture({ text, width, height, size }: Lettering): string {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  const letters = `<text y="${Math.round((height + size * 0.7) / 2)}" font-size="${size}" font-weight="600" font-family="system-ui, sans-serif" fill="#2f76e0">${escaped}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${letters}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
