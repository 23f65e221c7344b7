import { useLayoutEffect, useRef } from 'react'
import { colorStyle, pageStyle } from '#core/pages/page-style.ts'
import { type PageBrand, pageBody, type VisitorPage } from '#core/pages/visitor-page.ts'

interface PagePreviewProps {
  page: VisitorPage
  brand: PageBrand
  theme: 'light' | 'dark'
}

/**
 * A page as visitors see it, drawn by the code of the redirector. The shadow root keeps its styles apart from those of the
 * dashboard, and constructed style sheets need no exception in the content security policy.
 */
export function PagePreview({ page, brand, theme }: PagePreviewProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (host.current === null) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`${pageStyle}${brand.color === null ? '' : colorStyle(brand.color)}.page{min-height:30rem}`)
    root.adoptedStyleSheets = [sheet]
    root.innerHTML = `<div class="page ${theme}">${pageBody(page, brand).replace(' autofocus', '')}</div>`
  }, [page, brand, theme])
  return <div ref={host} inert aria-hidden className="overflow-hidden rounded-xl border border-line text-left" />
}
