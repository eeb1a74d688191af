import { type CurlLine, callLines, controlLines } from './curl-lines.ts';
import type { MockDescription } from './describe-mock.ts';
import { type Html, html } from './html.ts';
import { SCRIPT, STYLE } from './style.ts';

/** The page of a mock for people. `root` is the prefix of its links' paths: empty, or a session. */
export function drawPage(mock: MockDescription, root: string): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gatewright mock</title>
<link rel="icon" href="${ICON}">
<style>${{ html: STYLE }}</style>
</head>
<body>
${drawHead(mock, root)}
<main>
${drawLines('Call it', 'Commands to paste into a terminal.', callLines(mock.base_url))}
${drawModels(mock, root)}
${drawKeys(mock)}
${drawControl(mock)}
${drawLinks(root)}
<footer>The same for programs: <code>curl -s ${mock.base_url}/</code></footer>
</main>
<script>${{ html: SCRIPT }}</script>
</body>
</html>
`;
  return page.html;
}

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='%230b1436'/><circle cx='22' cy='10' r='4' fill='%23ffd479'/><path d='M3 26 12 12l6 8 4-4 7 10z' fill='%238fabff'/></svg>";

function drawHead({ base_url, clock, description }: MockDescription, root: string): Html {
  const pace = clock.frozen ? 'clock frozen' : `clock at ${clock.speed} times real time`;
  return html`<header>
<img src="${root}/files/samples/1280x360.jpeg" alt="" width="1280" height="360">
<div class="head">
<h1>gatewright mock</h1>
<p>${description}</p>
<ul class="facts">
<li>base URL <code>${base_url}</code></li>
<li>key <code>sk-mock</code></li>
<li>${clock.speed === 1 && !clock.frozen ? 'clock in real time' : pace}</li>
</ul>
</div>
</header>`;
}

function drawLines(title: string, about: string, lines: readonly CurlLine[]): Html {
  return html`<section>
<h2>${title}</h2>
<p>${about}</p>
<div class="card">
${lines.map((line) => html`<div class="line"><h3>${line.title}</h3><pre>${line.command}</pre></div>`)}
</div>
</section>`;
}

function drawTable(headings: Html, rows: readonly Html[]): Html {
  return html`<div class="card"><table>
<thead><tr>${headings}</tr></thead>
<tbody>
${rows}
</tbody>
</table></div>`;
}

function drawModels({ models }: MockDescription, root: string): Html {
  const rows = models.map(
    ({ id, category, endpoints, price }) => html`<tr>
<td><code>${id}</code> <span class="tag">${category}</span></td>
<td>${price.map((part) => html`${part}<br>`)}</td>
<td>${endpoints.map((path) => html`<code>${path}</code><br>`)}</td>
<td><a href="${root}/schemas/${id}.json" aria-label="JSON Schema of requests to ${id}">Schema</a></td>
</tr>`,
  );
  return html`<section>
<h2>Models and prices</h2>
<p>Amounts are held, charged and refunded to the nano-dollar. The balances are play money: nothing is billed.</p>
${drawTable(html`<th>Model</th><th>Price</th><th>Endpoint</th><th>Request</th>`, rows)}
</section>`;
}

function drawKeys({ keys }: MockDescription): Html {
  const rows = keys.map(
    ({ key, purpose, balance }) => html`<tr>
<td><code>${key}</code></td>
<td>${purpose}</td>
<td class="amount" data-label="Available">$${balance}</td>
</tr>`,
  );
  return html`<section>
<h2>Keys</h2>
<p>Sent as <code>Authorization: Bearer KEY</code>.</p>
${drawTable(html`<th>Key</th><th>What for</th><th class="amount">Available</th>`, rows)}
</section>`;
}

function drawControl({ base_url, control }: MockDescription): Html {
  const rows = control.map(
    ({ method, path, summary }) => html`<tr>
<td><span class="method">${method}</span> <code>${path}</code></td>
<td>${summary}</td>
</tr>`,
  );
  const about = 'Accounts, clock, failures and records, for callers on the same machine as the mock.';
  return html`${drawLines('Control it', about, controlLines(base_url))}
<section>
<h2>Control plane</h2>
${drawTable(html`<th>Operation</th><th>What it does</th>`, rows)}
</section>`;
}

const LINKS: readonly (readonly [path: string, title: string, about: string])[] = [
  ['/openapi.json', 'OpenAPI document', 'Every operation of the gateway, as JSON'],
  ['/openapi.yaml', 'The same as YAML', 'For tools that only read YAML'],
  ['/__mock/openapi.json', 'Control plane', 'Its own OpenAPI document'],
  ['/__mock/journal', 'Journal', 'The last requests, without their bodies'],
  ['/__mock/webhooks', 'Callbacks', 'Every attempt to deliver a callback'],
  ['/__mock/scenarios', 'Scenarios', 'Pending failures, delays and scripted answers'],
];

function drawLinks(root: string): Html {
  return html`<section>
<h2>Documents and records</h2>
<ul class="links">
${LINKS.map(([path, title, about]) => html`<li class="card"><a href="${root}${path}">${title}</a>${about}</li>`)}
</ul>
</section>`;
}
