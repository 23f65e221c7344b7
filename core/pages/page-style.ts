import { contrastRatio } from '../qr/color.ts'

/** The color of pages without one. */
const usualColor = '#1D4ED8'

const light = '--page:#f6f7f9;--card:#fff;--line:#e1e5ea;--field:#7d8590;--text:#1b1f24;--dim:#59636e;--alarm:#b42318'
const dark = '--page:#0f1215;--card:#181c20;--line:#2b3138;--field:#78828d;--text:#eceff2;--dim:#9aa4af;--alarm:#ff9c91'

/**
 * The style of the pages that visitors see. Everything is below .page, so that the dashboard can show a page inside
 * another one, where .light and .dark choose the theme.
 */
export const pageStyle = `body{margin:0}
.page{color-scheme:light dark;${light};${colorsOf(usualColor)};box-sizing:border-box;min-height:100vh;min-height:100svh;
display:flex;flex-direction:column;align-items:center;justify-content:center;gap:1.5rem;padding:2rem 1rem;
border-top:.25rem solid var(--brand);background:var(--page);color:var(--text);font:1rem/1.55 system-ui,sans-serif}
@media (prefers-color-scheme:dark){.page:not(.light){${dark}}}
.page.light{color-scheme:light}
.page.dark{color-scheme:dark;${dark}}
.page *{box-sizing:border-box}
header{display:flex;align-items:center;justify-content:center;flex-wrap:wrap;gap:.75rem;max-width:100%;font-size:1.125rem;
font-weight:650;letter-spacing:-.01em;text-align:center;overflow-wrap:anywhere}
.logo{display:block;max-width:12.5rem;max-height:3.5rem;padding:.25rem;border-radius:.5rem;background:#fff}
main{width:100%;max-width:26rem;padding:2rem 1.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--card);
text-align:center;overflow-wrap:anywhere}
.icon{display:flex;align-items:center;justify-content:center;width:3.5rem;height:3.5rem;margin:0 auto 1.25rem;
border:1px solid var(--line);border-radius:50%;background:var(--brand);color:var(--on-brand)}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.015em}
p{margin:0 0 1rem;color:var(--dim)}
main>:last-child{margin-bottom:0}
form{display:grid;gap:.5rem;margin-top:1.25rem;text-align:left}
label{font-weight:600}
input,select,textarea,button,.button{display:block;width:100%;min-height:2.75rem;padding:.5rem 1rem;border-radius:.5rem;font:inherit}
input,select,textarea{border:1px solid var(--field);background:var(--page);color:inherit}
button,.button{border:1px solid var(--line);background:var(--brand);color:var(--on-brand);font-weight:600;
text-align:center;text-decoration:none;cursor:pointer}
.button{line-height:1.65rem}
.plain{background:none;color:var(--text)}
form button{margin-top:.5rem}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
.said,.url{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--page);color:var(--text);
text-align:start}
.said,dd{white-space:pre-wrap}
.url b{display:block}
dl{margin:1.25rem 0;border-top:1px solid var(--line);text-align:start}
dt{padding-top:.625rem;color:var(--dim);font-size:.875rem}
dd{margin:0;padding-bottom:.625rem;border-bottom:1px solid var(--line);color:var(--text)}
[role=alert]{color:var(--alarm);font-weight:600}`

/** The style that follows it on pages with their own color. */
export const colorStyle = (color: string) => `.page{${colorsOf(color)}}`

/** Text on the color is black or white: one of the two always has a contrast of at least 4.5:1. */
export function colorOnBrand(color: string): '#FFFFFF' | '#000000' {
  return contrastRatio(color, '#FFFFFF') >= contrastRatio(color, '#000000') ? '#FFFFFF' : '#000000'
}

function colorsOf(color: string): string {
  return `--brand:${color};--on-brand:${colorOnBrand(color)}`
}
