import { COLOUR_NUMBERS, shade } from '../../layout/colors';

const colours = (saturation: number, lightness: number): string =>
  COLOUR_NUMBERS.map((n) => `.c${n}{--kind:${shade(n, saturation, lightness)}}`).join('');

/** The page's styles, light and dark as the reader's system is. */
export const STYLES = `
:root{color-scheme:light dark;--ground:#fff;--part:#f4f6f8;--line:#e1e5ea;--sheet:#fff;--rim:#aab3c0;--text:#1c2430;--soft:#505a6b;--way:#7a8494;--hot:#1d5fd0}
@media(prefers-color-scheme:dark){:root{--ground:#0d1117;--part:#151b24;--line:#2a3340;--sheet:#1f2733;--rim:#4b5768;--text:#e6eaf0;--soft:#a6b0bf;--way:#8b96a7;--hot:#7fb0ff}}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0;font:14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;color:var(--text);background:var(--ground)}
header{position:sticky;top:0;z-index:3;background:var(--ground);border-bottom:1px solid var(--line);padding:12px 20px}
h1{font-size:17px;margin:0 0 8px}h2{font-size:13px;margin:0 0 12px;color:var(--soft)}
.bar{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}
input[type=search]{font:inherit;width:370px;max-width:100%;padding:5px 9px;border:1px solid var(--rim);border-radius:6px;background:var(--sheet);color:inherit}
.bar button{font:inherit;padding:5px 11px;border:1px solid var(--rim);border-radius:6px;background:var(--sheet);color:inherit;cursor:pointer}
fieldset{border:0;margin:8px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:4px 14px;font-size:13px}
legend{float:left;padding:0 14px 0 0;color:var(--soft)}
label.kind{display:inline-flex;gap:5px;align-items:center;border-left:4px solid var(--kind);padding-left:6px}
#found{color:var(--soft);margin:0}
.content{display:flex;align-items:flex-start}
main{flex:1;min-width:0;padding:16px 20px;display:flex;flex-wrap:wrap;gap:14px;align-items:flex-start}
section{background:var(--part);border:1px solid var(--line);border-radius:10px;padding:14px 16px;max-width:100%;overflow-x:auto}
.clusters{display:flex;flex-wrap:wrap;gap:14px;align-items:flex-start}.clusters+.clusters{margin-top:14px}
.cluster{position:relative;display:flex;gap:64px;align-items:center}
.lines{position:absolute;inset:0;width:100%;height:100%;pointer-events:none;overflow:visible}
.lines path{fill:none;stroke:var(--way);stroke-width:1.3}.lines path.tip{fill:var(--way);stroke:none}
.lines g.hot path{stroke:var(--hot);stroke-width:2.2}.lines g.hot path.tip{fill:var(--hot);stroke:none}
.column{display:flex;flex-direction:column;gap:12px;position:relative}
.block{display:grid;grid-template-columns:repeat(3,auto);gap:12px;border:1px solid var(--rim);border-radius:9px;padding:8px}
.box{width:234px;background:var(--sheet);border:1px solid var(--rim);border-left:6px solid var(--kind);border-radius:6px;position:relative}
.group{box-shadow:4px 4px 0 -1px var(--sheet),4px 4px 0 0 var(--rim)}
.elsewhere{border-style:dashed}
.node,summary{display:block;width:100%;font:inherit;color:inherit;text-align:left;background:none;border:0;padding:6px 9px;cursor:pointer;border-radius:4px}
.node b,.node small,summary b,summary small{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.node b,summary b{font-size:13px}.node small,summary small{font-size:11.5px;color:var(--soft)}
summary{list-style:none;padding-right:24px;position:relative}summary::-webkit-details-marker{display:none}
summary::after{content:"";position:absolute;right:10px;top:50%;margin-top:-5px;border:solid var(--soft);border-width:0 1.6px 1.6px 0;padding:2.5px;transform:rotate(45deg)}
details[open]>summary::after{transform:rotate(-135deg);margin-top:-1px}
.parts>summary{border-top:1px solid var(--line);border-radius:0 0 4px 4px;font-size:12px;padding-block:3px}
.parts ul,.group ul{list-style:none;margin:0;padding:3px;border-top:1px solid var(--line);max-height:420px;overflow-y:auto}
li .node{padding:3px 6px}li .node b{font-weight:500}
.node:hover,summary:hover{background:color-mix(in srgb,var(--kind) 12%,transparent)}
.node[aria-pressed=true]{background:color-mix(in srgb,var(--hot) 22%,transparent)}
.box.hot{border-color:var(--hot);outline:1px solid var(--hot);border-left-color:var(--kind)}.dim{opacity:.6}.dim .dim{opacity:1}
:focus-visible{outline:2px solid var(--hot);outline-offset:1px}
aside{position:sticky;top:130px;width:330px;flex:none;margin:16px 20px 16px 0;padding:14px 16px;border:1px solid var(--line);border-radius:10px;background:var(--part);max-height:calc(100vh - 150px);overflow:auto}
aside h2{font-size:15px;color:var(--text);margin:0 0 2px;overflow-wrap:anywhere}aside p{margin:0 0 8px;color:var(--soft);overflow-wrap:anywhere}
aside h3{font-size:12px;margin:12px 0 4px;color:var(--soft)}aside ul{list-style:none;margin:0;padding:0}
aside li button{font:inherit;background:none;border:0;color:var(--hot);padding:2px 0;text-align:left;cursor:pointer;overflow-wrap:anywhere}
dl{margin:0;display:grid;grid-template-columns:auto 1fr;gap:2px 10px;font-size:12.5px}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
#close{float:right;font:inherit;background:none;border:0;color:var(--soft);cursor:pointer}
@media(max-width:900px){.content{display:block}aside{position:fixed;inset:auto 0 0 0;width:auto;margin:0;max-height:45vh;border-radius:10px 10px 0 0;z-index:4}}
${colours(62, 46)}
@media(prefers-color-scheme:dark){${colours(55, 62)}}
`;
