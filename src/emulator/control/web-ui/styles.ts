/** How the page looks. Colours have a contrast of at least 4.5 to what is behind them, in light and in dark. */
export const STYLES = `:root {
  --ground: #f6f7f9; --card: #ffffff; --line: #d9dde3; --text: #1b1f24; --soft: #57606a;
  --accent: #1d4ed8; --good: #116329; --warn: #8a4600; --bad: #b3261e; --code: #f0f2f5;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1318; --card: #171c23; --line: #2c343e; --text: #e6eaef; --soft: #9aa5b1;
    --accent: #8ab4ff; --good: #6fd08c; --warn: #f0b458; --bad: #ff8a80; --code: #10151b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
header {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem;
  padding: .75rem 1.25rem; background: var(--card); border-bottom: 1px solid var(--line);
}
h1 { font-size: 1.15rem; margin: 0; }
h2 { font-size: 1rem; margin: 0 0 .6rem; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; flex: 1; }
.facts div { display: flex; gap: .4rem; }
dt { color: var(--soft); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
.status { margin: 0; color: var(--soft); }
.status::before { content: ""; display: inline-block; width: .6rem; height: .6rem; margin-right: .4rem; border-radius: 50%; background: currentColor; }
.status.live { color: var(--good); }
.status.lost { color: var(--bad); }
button {
  font: inherit; color: var(--accent); background: none; border: 1px solid var(--line); border-radius: .4rem;
  padding: .25rem .8rem; cursor: pointer;
}
button:hover { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; padding: 1rem 1.25rem; }
form[hidden] { display: none; }
input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .5rem; }
main {
  display: grid; grid-template-columns: minmax(18rem, 2fr) minmax(22rem, 3fr); gap: 1rem;
  padding: 1rem 1.25rem; align-items: start; max-width: 110rem; margin: 0 auto;
}
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .9rem 1rem; min-width: 0; }
.objects { grid-row: 1 / span 3; }
@media (max-width: 60rem) { main { grid-template-columns: minmax(0, 1fr); } .objects { grid-row: auto; } }
.empty, .more { color: var(--soft); margin: 0; }
[hidden] { display: none !important; }
.scroll { overflow-x: auto; max-height: 24rem; overflow-y: auto; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--soft); position: sticky; top: 0; background: var(--card); }
th, td { padding: .2rem .75rem .2rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: top; }
td, summary, pre { font-variant-numeric: tabular-nums; }
td.path { white-space: normal; overflow-wrap: anywhere; min-width: 14rem; }
code, pre, td.path { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .87em; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
details { border-top: 1px solid var(--line); }
details > summary { padding: .3rem 0; cursor: pointer; overflow-wrap: anywhere; }
details details { margin-left: 1rem; }
.soft { color: var(--soft); }
pre {
  margin: .2rem 0 .6rem; padding: .6rem .75rem; background: var(--code); border-radius: .4rem;
  overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere;
}
#events, #faults { max-height: 24rem; overflow-y: auto; }
`;
