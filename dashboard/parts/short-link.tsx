import { bareUrl } from '../format/urls.ts'

/** A short link in a list. Small screens show the slug first, since they cut long texts at the end. */
export function ShortLink({ url }: { url: string }) {
  const text = bareUrl(url)
  const slash = text.indexOf('/')
  if (slash === -1) return text
  const [host, slug] = [text.slice(0, slash), text.slice(slash + 1)]
  return (
    <>
      <span className="max-sm:hidden">{host}/</span>
      {slug}
      <span className="font-normal text-dim sm:hidden"> · {host}</span>
    </>
  )
}
