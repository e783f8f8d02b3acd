"""How a page that stands alone looks: light, dark, narrow, and on paper."""

STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1c2530, #e6eaee);
  --back: light-dark(#ffffff, #12171d); --line: light-dark(#d5dbe1, #3a434d);
  --strong-line: light-dark(#8a949d, #7a858f); --faint: light-dark(#5b6670, #a9b4be);
  --good: light-dark(#00694d, #2fc79c); --bad: light-dark(#b3261e, #ff9a8f);
  --card: light-dark(#f3f5f7, #1c232b); --link: light-dark(#1f5f8b, #7cc0f0); }
* { box-sizing: border-box; }
body { font: 15px/1.45 Arial, sans-serif; color: var(--ink); background: var(--back);
  max-width: 1120px; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 0.75rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
h1, h2, h3, td, li, p { overflow-wrap: break-word; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 1rem 0; }
.lead { font-size: 1.05rem; }
.faint, small { color: var(--faint); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 0.75rem; }
.cards div { background: var(--card); border-radius: 4px; padding: 0.6rem 0.9rem; }
.cards small { display: block; opacity: 0.75; }
.cards b { display: block; font-size: 1.25rem; font-weight: 600; }
.risks h3 { margin: 0.6rem 0 0.2rem; } .risks ul { columns: 2; margin: 0; }
.risks li { break-inside: avoid; }
figure { margin: 1rem 0; overflow-x: auto; break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: 0.5rem; }
.states > input { position: absolute; opacity: 0; }
.states > label { display: inline-block; padding: 0.2rem 0.8rem; margin-right: 0.4rem;
  border: 1px solid var(--strong-line); border-radius: 4px; cursor: pointer; }
.states > input:checked + label { background: var(--ink); color: var(--back); }
.states > input:focus-visible + label { outline: 3px solid var(--link); outline-offset: 2px; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.86rem; line-height: 1.35; }
thead { display: table-header-group; }
th, td { padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { border-bottom: 2px solid var(--strong-line); vertical-align: bottom; font-weight: 600; }
tr { break-inside: avoid; }
.l { text-align: left; } .r { text-align: right; font-variant-numeric: tabular-nums; }
td.r { white-space: nowrap; } td.r small { white-space: normal; }
td:first-child { min-width: 9rem; }
.strong { font-weight: 600; }
.good, .bad { white-space: nowrap; } .good small, .bad small { white-space: normal; }
.gone { color: var(--bad); }
.good { color: var(--good); font-weight: 600; } .bad { color: var(--bad); font-weight: 600; }
td.faint { color: var(--faint); font-weight: 400; }
code { font: 0.85rem/1.4 monospace; overflow-wrap: anywhere; }
@page { size: A4; margin: 14mm 12mm 16mm; }
@media screen {
  .states > .state { display: none; }
  .states > input:nth-of-type(1):checked ~ .state:nth-of-type(1),
  .states > input:nth-of-type(2):checked ~ .state:nth-of-type(2) { display: block; }
}
@media (max-width: 800px) { th, td { padding-inline: 0.3rem; } }
@media print {
  :root { color-scheme: light; }
  body { font-size: 9pt; max-width: none; padding: 0; }
  nav, .states > input, .states > label, .racks.lost { display: none; }
  .states { display: flex; flex-direction: column; }
  .state { display: contents; }
  .racks { order: 1; }
  nav + section h2 { margin-top: 0.6rem; } .lead ~ p, .risks { margin-block: 0.4rem; }
  .lead { font-size: 9pt; } .states .state:nth-of-type(1) > figure svg { max-height: 62mm; }
  h1 { font-size: 17pt; } h2 { font-size: 13pt; margin-top: 1.6rem; }
  h2, h2 + p.faint, h3, h3 + p, figcaption { break-after: avoid; }
  p, li { orphans: 3; widows: 3; }
  tbody tr:nth-child(-n + 2):not(:last-child) { break-after: avoid; }
  tbody tr:nth-last-child(-n + 2):not(:first-child) { break-before: avoid; }
  .table, figure { overflow: visible; }
  figure svg { width: auto; max-height: 92mm; }
  table { font-size: 7pt; line-height: 1.25; } th, td { padding: 0.12rem 0.3rem; }
  .short, .cards { break-inside: avoid; }
  tr:has(> :nth-child(8)):not(:has(.l ~ .l)) td.r { white-space: normal; }
  code { font-size: 7pt; }
  .cards b { font-size: 12pt; }
  .cards div { border: 1px solid var(--line); }
}
"""
