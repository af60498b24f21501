"""The look of a PAR sheet: one style sheet, no fonts or pictures from elsewhere; light, dark, narrow and printed."""

CSS = """
:root {
  color-scheme: light dark;
  --paper: #fbfaf6; --card: #ffffff; --ink: #1d2421; --soft: #55605b; --line: #d9dbd3; --band: #f1f1ea;
  --accent: #14634a; --accent-ink: #ffffff; --gain: #1f7a5a; --loss: #b2472f; --pale: #e7e8e0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #151a18; --card: #1c2220; --ink: #e8ebe7; --soft: #a9b3ad; --line: #38423d; --band: #222a27;
    --accent: #6fcfa8; --accent-ink: #0d1f18; --gain: #54b98f; --loss: #e2795f; --pale: #2b3430;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
header, nav, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
header .kind { margin: 0; color: var(--accent); font-weight: 600; font-size: .8rem; letter-spacing: .08em;
  text-transform: uppercase; }
h1, h2, h3 { font-family: Charter, "Bitstream Charter", Georgia, Cambria, serif; line-height: 1.2; text-wrap: balance; }
h1 { font-size: clamp(1.8rem, 5vw, 2.7rem); margin: .2rem 0 .3rem; }
h2 { font-size: 1.55rem; margin: 3rem 0 .8rem; padding-bottom: .3rem; border-bottom: 2px solid var(--accent); }
h3 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h2 .beside, h3 .beside { font: 400 .85rem/1.4 system-ui, sans-serif; color: var(--soft); }
p { max-width: 46rem; margin: .5rem 0; }
.soft, .cite { color: var(--soft); }
.cite { font-size: .85em; }
.chosen { font-weight: 650; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; list-style: none; padding: 0; margin: 1rem 0 0; }
.scroll { overflow-x: auto; margin: .8rem 0; }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); font-size: .85rem; padding: 0 0 .4rem; caption-side: top; }
caption > span { display: block; position: sticky; left: 0; max-width: min(46rem, 100vw - 2.2rem); }
th, td { padding: .34rem 1.1rem .34rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: .2rem; }
tbody th { font-weight: 400; }
thead th { font-weight: 600; border-bottom: 1.5px solid var(--soft); vertical-align: bottom; }
tfoot th, tfoot td { font-weight: 650; border-bottom: 0; border-top: 1.5px solid var(--soft); }
.num { text-align: right; white-space: nowrap; }
.plain { max-width: 34rem; }
.outcomes th:first-child { min-width: 10rem; }
.options th { min-width: 7rem; max-width: 12rem; overflow-wrap: anywhere; }
.options td:nth-child(4) { min-width: 16rem; } .options td:last-child { min-width: 8rem; }
.outcomes td { white-space: nowrap; }
.choices { max-width: 46rem; } .choices .group th { padding-top: 1rem; }
.choices tbody th:not([colspan]) { padding-left: 1rem; }
.choices .chosen { font-weight: 650; }
.break { display: inline-block; min-width: 12rem; overflow-wrap: anywhere; white-space: normal; }
.figures { display: flex; flex-wrap: wrap; gap: 1px; margin: 1rem 0;
  background: var(--line); border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.figures div { flex: 1 1 8.6rem; background: var(--card); padding: .6rem .8rem; }
.figures .main { flex-basis: 11rem; }
.figures dt { font-size: .8rem; color: var(--soft); }
.figures dd { margin: 0; font-size: 1.12rem; font-variant-numeric: tabular-nums; }
.figures .main dd { font-size: 1.5rem; font-weight: 650; color: var(--accent); }
.figures small { display: block; font: 400 .75rem/1.35 system-ui, sans-serif; color: var(--soft);
  overflow-wrap: anywhere; }
figure { margin: 1.2rem 0; }
figcaption { font-size: .85rem; color: var(--soft); margin-top: .3rem; max-width: 46rem; }
figcaption strong { color: var(--ink); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: .5rem 2rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 2.5rem;
  align-items: start; }
svg { display: block; width: 100%; }
.histogram { height: auto; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
.bars { table-layout: fixed; }
.bars th:first-child { width: 42%; }
.bars th:last-child, .bars td:last-child { width: 6.2rem; }
.bars td.bar { padding: .34rem .8rem; }
.bars .bar svg { height: 1.05em; margin-top: .22em; }
.gain { fill: var(--gain); } .loss { fill: var(--loss); }
.zero, .axis { stroke: var(--soft); stroke-width: 1; } .grid { stroke: var(--line); stroke-width: 1; }
.mean { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 4 3; }
.tick { font-size: 11px; fill: var(--soft); } .label { font-size: 11px; fill: var(--ink); }
.middle { text-anchor: middle; } .end { text-anchor: end; }
.hands { table-layout: fixed; border-collapse: separate; border-spacing: 2px; max-width: 40rem; min-width: 20.5rem; }
.hands td, .hands tbody th, .hands thead th { border: 0; padding: .42em 0; text-align: center; border-radius: 3px;
  font-size: clamp(.56rem, 2.4vw, .82rem); line-height: 1.1; white-space: nowrap; }
.hands tbody th, .hands thead th { font-weight: 600; }
.raise { background: var(--accent); color: var(--accent-ink); font-weight: 600; }
.check { background: var(--pale); color: var(--ink); }
.swatch { display: inline-block; width: .9em; height: .9em; border-radius: 3px; vertical-align: -.1em;
  margin-left: .8em; }
.swatch:first-child { margin-left: 0; }
.rule { font-size: 1.15rem; }
dl { margin: .6rem 0; } dd { margin: 0 0 .4rem 1rem; }
ul.notes { padding-left: 1.2rem; } ul.notes li { margin: .35rem 0; max-width: 46rem; }
footer { margin-top: 3.5rem; padding-bottom: 2.5rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 34rem) {
  header, nav, main, footer { padding-left: .9rem; padding-right: .9rem; }
  header { padding-top: 1.5rem; }
  h2 { margin-top: 2.4rem; }
  .bars, .bars tbody, .bars tr { display: block; width: 100%; }
  .bars caption { display: block; } .bars thead { display: none; }
  .bars tr { display: grid; grid-template-columns: 1fr auto; border-bottom: 1px solid var(--line); padding: .25rem 0; }
  .bars th, .bars td { border: 0; padding: .1rem 0; }
  .bars th:first-child, .bars td:last-child { width: auto; }
  .bars td.bar { grid-row: 2; grid-column: 1 / -1; padding: .1rem 0 .2rem; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --band: #fff;
    --accent: #14634a; --accent-ink: #fff; --gain: #1f7a5a; --loss: #b2472f; --pale: #e7e8e0; }
  @page { margin: 16mm 14mm; }
  body { font-size: 10pt; } header, main, footer { max-width: none; padding: 0; } nav { display: none; }
  h2, h3, caption { break-after: avoid; } tr, figure, .figures, .hands { break-inside: avoid; }
  h2 + p, p.cite { break-after: avoid; } .plain, .bars, .choices tbody { break-inside: avoid; }
  .scroll { overflow: visible; } thead { display: table-header-group; } tfoot { display: table-row-group; }
  .figures div, .figures .main { flex-basis: 6rem; }
  svg, .raise, .check, .swatch { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
