const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that is safe HTML. Only the html tag creates it, so nothing gets into a page unescaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | Value[]

/** html`<p>${name}</p>` escapes values, including those in quoted attributes. Html values are inserted unchanged. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(render)))
}

export const nothing = new Html('')

function render(value: Value): string {
  if (Array.isArray(value)) return value.map(render).join('')
  return value instanceof Html ? value.text : value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
