import { escapeHtml } from './escape-html.ts'
import { drawIcon, type PageIcon } from './page-icons.ts'
import { pageStyle } from './page-style.ts'

/** A page that the redirector shows, without the brand of its domain. */
export interface VisitorPage {
  status: number
  title: string
  icon: PageIcon
  /** HTML after the title. */
  main: string
  /** A form that posts to the URL of the page. */
  hasForm?: true
  /** Additional HTML in the head. */
  head?: string
  /** A script, which is the same for every visitor. */
  script?: string
}

/** What the pages of a domain look like. */
export interface PageBrand {
  name: string | null
  /** #RRGGBB */
  color: string | null
  /** URL of the image; on the page itself a data URL. */
  logo: string | null
}

/** The HTML document. `brandStyle` is the style of the color, if the brand has one. */
export const pageDocument = (page: VisitorPage, brand: PageBrand | null, brandStyle: string | null): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${titleOf(page, brand)}</title>
${page.head ?? ''}<style>${pageStyle}</style>${brandStyle === null ? '' : `<style>${brandStyle}</style>`}</head>
<body><div class="page">${pageBody(page, brand)}</div>${page.script === undefined ? '' : `<script>${page.script}</script>`}</body>
</html>
`

/** The HTML in .page. */
export const pageBody = ({ icon, title, main }: VisitorPage, brand: PageBrand | null): string =>
  `${headerOf(brand)}<main><div class="icon">${drawIcon(icon)}</div><h1 dir="auto">${escapeHtml(title)}</h1>${main}</main>`

const titleOf = ({ title }: VisitorPage, brand: PageBrand | null) =>
  escapeHtml(brand?.name ? `${title} · ${brand.name}` : title)

function headerOf(brand: PageBrand | null): string {
  if (brand === null || (brand.name === null && brand.logo === null)) return ''
  const { name, logo } = brand
  const image = logo === null ? '' : `<img class="logo" alt="${name === null ? 'Logo' : ''}" src="${escapeHtml(logo)}">`
  return `<header>${image}${name === null ? '' : `<span dir="auto">${escapeHtml(name)}</span>`}</header>`
}
