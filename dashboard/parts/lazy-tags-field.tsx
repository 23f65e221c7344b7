import { lazyPart } from './lazy-part.tsx'

/** For forms that are part of a page: the field loads with its suggestions after the page. */
export const TagsField = lazyPart(
  () => import('./tags-field.tsx'),
  'TagsField',
  <div aria-hidden className="skeleton h-[4.125rem]" />,
)
