const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that is HTML already. Only the html tag makes it, so that nothing gets into a page unescaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | Value[]

/** html`<p>${name}</p>`: values are escaped, in attributes too where those are quoted; what is Html stays as it is. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(render)))
}

export const nothing = new Html('')

function render(value: Value): string {
  if (Array.isArray(value)) return value.map(render).join('')
  return value instanceof Html ? value.text : value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
