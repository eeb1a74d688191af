/** The style of the page: one column, light and dark, tables that become lists on a narrow screen. */
export const STYLE = `
:root { color-scheme: light dark; --back: #f6f7fb; --card: #fff; --text: #1c2333; --soft: #5b6478; --line: #dfe3ec;
  --accent: #2f54c8; --code: #f0f2f8; --good: #187a4b; }
@media (prefers-color-scheme: dark) { :root { --back: #0e1422; --card: #161e30; --text: #e7ebf5; --soft: #9aa5bd;
  --line: #28334b; --accent: #8fabff; --code: #0e1525; --good: #5fd39b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main, .head { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { position: relative; background: #0b1436; color: #fff; overflow: hidden; }
header img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; opacity: .9; }
header::after { content: ""; position: absolute; inset: 0; background: linear-gradient(90deg, #0b1436e0, #0b143660 65%, #0b143620); }
.head { position: relative; z-index: 1; padding-top: 3.25rem; padding-bottom: 3rem; }
h1 { margin: 0 0 .4rem; font-size: clamp(1.7rem, 5vw, 2.5rem); line-height: 1.15; letter-spacing: -.02em; }
.head p { max-width: 34rem; margin: 0 0 1.1rem; color: #dfe6fb; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; padding: 0; list-style: none; }
.facts li { padding: .2rem .75rem; border-radius: 99px; background: #ffffff24; backdrop-filter: blur(4px); font-size: .9rem; }
.facts code { background: none; padding: 0; color: inherit; }
h2 { margin: 2.2rem 0 .7rem; font-size: 1.25rem; letter-spacing: -.01em; }
section > p { margin: 0 0 .8rem; color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { padding: .1em .35em; border-radius: 5px; background: var(--code); overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .15em; }
.line + .line { border-top: 1px solid var(--line); }
.line { padding: .85rem 1rem 1rem; }
.line h3 { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 1.9rem; margin: 0 0 .35rem;
  font-size: .95rem; font-weight: 600; }
pre { margin: 0; padding: .7rem .85rem; border-radius: 8px; background: var(--code); white-space: pre-wrap; overflow-wrap: anywhere; }
button { flex: none; padding: .2rem .8rem; border: 1px solid var(--line); border-radius: 7px; background: var(--card);
  color: var(--accent); font: inherit; font-size: .85rem; cursor: pointer; }
button:hover { border-color: var(--accent); }
button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; }
th, td { padding: .6rem 1rem; text-align: left; vertical-align: top; }
th { color: var(--soft); font-size: .8rem; font-weight: 600; letter-spacing: .03em; }
tbody tr { border-top: 1px solid var(--line); }
td.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.amount { text-align: right; }
td code { white-space: nowrap; }
.tag { color: var(--soft); font-size: .85rem; }
.method { color: var(--good); font-weight: 600; }
.links { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
.links li { padding: .8rem 1rem; }
.links a { display: block; font-weight: 600; }
footer { margin: 2.5rem 0 2rem; color: var(--soft); font-size: .9rem; }
@media (max-width: 40rem) {
  .head { padding-top: 2.25rem; padding-bottom: 2rem; }
  thead { display: none; }
  td code { white-space: normal; }
  tr { display: block; padding: .7rem 1rem; }
  tbody tr:first-child { border-top: 0; }
  td, td.amount { display: block; padding: .1rem 0; text-align: left; white-space: normal; }
  td[data-label]:not(:empty)::before { content: attr(data-label) " "; color: var(--soft); font-size: .85rem; }
}
`;

/** Adds a copy button to each command. Without clipboard access it selects the text. */
export const SCRIPT = `
for (const line of document.querySelectorAll('.line')) {
  const text = line.querySelector('pre');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy: ' + line.querySelector('h3').textContent);
  line.querySelector('h3').append(button);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;
