import type { FieldError } from '#core/sentence-about.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The fields that the browser would reject, each with a sentence to show there. */
export const findInvalid = (form: HTMLFormElement): FieldError[] =>
  [...form.elements]
    .filter(isControl)
    .filter(({ validity, willValidate }) => willValidate && !validity.valid)
    .map((control) => ({ field: control.name, message: describe(control) }))

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

const wholeNumber = new Intl.NumberFormat('en-US')

function describe(control: Control): string {
  const { validity, type } = control
  const { min = '', max = '' } = control as Partial<HTMLInputElement>
  if (validity.valueMissing || validity.typeMismatch || validity.badInput) return wanted(control)
  if (type === 'number' && validity.rangeUnderflow) return `Must be at least ${wholeNumber.format(Number(min))}.`
  if (type === 'number' && validity.rangeOverflow) return `Must be at most ${wholeNumber.format(Number(max))}.`
  if (type === 'number') return 'Must be a whole number.'
  return validity.rangeOverflow ? 'Enter a year with four digits.' : control.validationMessage
}

const wantedByType: Record<string, string> = {
  email: 'Enter an email address, such as name@example.com.',
  number: 'Enter a number.',
  date: 'Enter a full date.',
  'datetime-local': 'Enter a full date and time.',
  time: 'Enter a full time.',
  password: 'Enter the password.',
}

const wanted = ({ type, inputMode }: Control): string =>
  inputMode === 'url' ? 'Enter a full URL, such as https://example.com.' : (wantedByType[type] ?? 'Required.')
