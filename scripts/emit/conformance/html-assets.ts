/** Light and dark; the table becomes a list of cards on a narrow screen. */
export const TABLE_STYLE = `
:root { color-scheme: light dark; --back: #fff; --card: #f5f7fb; --text: #1c2333; --soft: #596275; --line: #dfe3ec; --accent: #2f54c8;
  --must: #b3261e; --should: #8a5a00; --choice: #4a5a78; --hit: #fff6d6; }
@media (prefers-color-scheme: dark) { :root { --back: #0f1420; --card: #182032; --text: #e7ebf5; --soft: #9aa5bd; --line: #2a3550;
  --accent: #8fabff; --must: #ff9d94; --should: #ffc46b; --choice: #b4c2dd; --hit: #33301c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 80rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.4rem, 4vw, 2rem); line-height: 1.2; }
.intro { max-width: 52rem; margin: 0 0 1rem; color: var(--soft); }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: end; gap: .6rem .9rem; padding: .7rem 0;
  background: var(--back); border-bottom: 1px solid var(--line); }
label { display: grid; gap: .15rem; color: var(--soft); font-size: .8rem; }
label.text { flex: 1 1 12rem; }
select, input { width: 100%; max-width: 18rem; padding: .35rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card);
  color: var(--text); font: inherit; font-size: .9rem; }
label.text input { max-width: none; }
output { padding-bottom: .4rem; color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .45rem .6rem; text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-size: .8rem; }
tbody tr { border-top: 1px solid var(--line); }
.area th { padding-top: 1.6rem; font-size: 1.05rem; }
.area span { margin-left: .4rem; color: var(--soft); font-weight: 400; }
.id { font-variant-numeric: tabular-nums; white-space: nowrap; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible, select:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
tr:target { background: var(--hit); }
tr[id] { scroll-margin-top: 6rem; }
code { padding: .05em .3em; border-radius: 4px; background: var(--card); font: .87em ui-monospace, SFMono-Regular, Menlo, monospace;
  overflow-wrap: anywhere; }
.level { font-size: .8rem; font-weight: 650; }
.MUST { color: var(--must); } .SHOULD { color: var(--should); } .CHOICE { color: var(--choice); }
.statement { width: 50%; }
.proof { width: 24%; color: var(--soft); font-size: .9rem; }
[hidden] { display: none !important; }
@media (max-width: 46rem) {
  main { padding: 1rem .9rem 3rem; }
  form { position: static; display: grid; grid-template-columns: 1fr 1fr; }
  label.text, output { grid-column: 1 / -1; }
  thead { display: none; }
  table, tbody, tr, td, th { display: block; width: auto; }
  tr { display: flex; flex-wrap: wrap; gap: .1rem .8rem; padding: .7rem 0; }
  td, .area th { padding: 0; }
  .statement, .proof { flex: 1 0 100%; width: 100%; }
  td[data-label]::before { content: attr(data-label) " "; color: var(--soft); }
  .proof:empty { display: none; }
}
@media print { form { display: none; } }
`;

/** Shows the rows that fit every filter, and keeps the filters in the address. */
export const FILTER_SCRIPT = `
const form = document.getElementById('filter');
const rows = [...document.querySelectorAll('tr[id]')].map((row) => ({ row, data: row.dataset, text: row.textContent.toLowerCase() }));
const apply = () => {
  const wanted = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
  const { text = '', ...exact } = wanted;
  const words = text.toLowerCase().split(/\\s+/);
  let shown = 0;
  for (const { row, data, text: own } of rows) {
    const fits = Object.entries(exact).every(([name, value]) => data[name] === value) && words.every((word) => own.includes(word));
    row.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const body of document.querySelectorAll('tbody')) body.hidden = !body.querySelector('tr[id]:not([hidden])');
  document.getElementById('count').textContent = shown + ' of ' + rows.length;
  document.getElementById('none').hidden = shown > 0;
  history.replaceState(null, '', '?' + new URLSearchParams(wanted) + location.hash);
};
for (const [name, value] of new URLSearchParams(location.search)) if (form.elements[name]) form.elements[name].value = value;
form.addEventListener('input', apply);
form.addEventListener('submit', (event) => event.preventDefault());
if (location.search !== '') apply();
`;
