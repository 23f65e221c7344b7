import { createHash } from 'node:crypto'
import { html } from './html.ts'

/** The stylesheet of all server-rendered pages. It follows the light or dark mode of the user's system. */
export const style = html`
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--line:#e1e5ea;--text:#1b1f24;--dim:#59636e;--accent:#1d4ed8;
--on-accent:#fff;--bad:#b42318;--bad-page:#fdf0ee;--field:#8b949e}
@media (prefers-color-scheme:dark){:root{--page:#0f1215;--card:#181c20;--line:#2b3138;--text:#eceff2;--dim:#9aa4af;
--accent:#7aa7ff;--on-accent:#0b1220;--bad:#ff9c91;--bad-page:#2c1614;--field:#6b7580}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--page);color:var(--text);font:1rem/1.5 "Inter Variable",system-ui,sans-serif;
font-feature-settings:"cv11","ss03";
display:flex;flex-direction:column;align-items:center;padding:1.5rem 1rem 3rem}
.brand{font-weight:650;letter-spacing:-.01em;margin:2.5rem 0 1.25rem;display:flex;gap:.5rem;align-items:center}
.brand svg{display:block}
main{width:100%;max-width:26rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.5rem;margin-bottom:1.25rem}
h1{font-size:1.375rem;line-height:1.3;margin:0 0 .25rem;letter-spacing:-.01em}
h2{font-size:1rem;margin:0 0 .75rem}
p{margin:0 0 1rem}
p:last-child{margin-bottom:0}
.dim,.hint{color:var(--dim)}
.hint,.small{font-size:.875rem}
form{margin:0}
label{display:block;font-weight:550;margin:1rem 0 .375rem}
input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--card);
border:1px solid var(--field);border-radius:8px}
input[aria-invalid]{border-color:var(--bad)}
.hint{margin:.375rem 0 0}
label.check{display:flex;gap:.625rem;align-items:center;min-height:2.75rem;font-weight:400}
.check input{flex:none;width:1.25rem;min-height:1.25rem;accent-color:var(--accent)}
.error{color:var(--bad);font-size:.875rem;margin:.375rem 0 0}
.error::first-letter{text-transform:uppercase}
button{min-height:2.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;border-radius:8px;border:1px solid var(--accent);
background:var(--accent);color:var(--on-accent);cursor:pointer}
.main{width:100%;margin-top:1.5rem}
.or{text-align:center;color:var(--dim);margin:1rem 0 -.5rem}
form[hidden]{display:none}
.quiet{background:transparent;color:var(--text);border-color:var(--field)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.notice{border:1px solid currentColor;border-radius:8px;padding:.625rem .875rem;margin:1rem 0 0}
.notice.bad{color:var(--bad);background:var(--bad-page)}
.steps{margin:1rem 0;padding:0;list-style:none}
.steps li{padding:.75rem 0}
.steps code{display:block;margin-top:.375rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:8px;
background:var(--page);font:.8125rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
ul{list-style:none;margin:0 0 1rem;padding:0}
li{padding:.625rem 0;border-top:1px solid var(--line)}
li:first-child{border-top:0;padding-top:0}
a{color:var(--accent);padding-block:.75rem}
.choice{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin-top:1.5rem}
bdi{overflow-wrap:anywhere}`

/** The policy allows this stylesheet, by the hash of the content of <style>, and the font of the dashboard. */
const styleHash = createHash('sha256').update(style.text).digest('base64')

export const contentPolicy = policyWithForms()

/** Browsers block a form's redirect to a target that form-action does not allow, so such targets are listed here. */
export function policyWithForms(...places: string[]): string {
  const targets = ["'self'", ...places].join(' ')
  return `default-src 'none'; style-src 'self' 'sha256-${styleHash}'; font-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`
}
