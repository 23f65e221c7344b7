import { useState } from 'react'
import { curlPost } from '../api/call-text.ts'
import { rootPath } from '../api/page-meta.ts'
import { Card } from '../parts/card.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'
import { Segments } from '../parts/segments.tsx'

const ways = { curl: 'From your server', pixel: 'From a page' } as const
type Way = keyof typeof ways

const texts: Record<Way, { about: string; text: () => string; copy: string }> = {
  curl: {
    about:
      'Keep the click_id that the destination was given, and hand it back when the visitor has done what you hope for.',
    text: () =>
      curlPost('/conversions', { click_id: '<click_id>', event_name: 'purchase', value: 49.9, currency: 'EUR' }),
    copy: 'Copy the command',
  },
  pixel: {
    about: 'Put this image on the page that only those reach who have done it. It counts as the event conversion.',
    text: () => `<img src="${location.origin}${rootPath}/t/c.gif?cid=<click_id>" width="1" height="1" alt="">`,
    copy: 'Copy the image',
  },
}

/** How the test learns of what visitors do at a destination. */
export function ReportConversions() {
  const [way, setWay] = useState<Way>('curl')
  const { about, text, copy } = texts[way]
  return (
    <Card title="Report a conversion">
      <div className="flex flex-col gap-3">
        <Segments name="How" choices={ways} chosen={way} onChoose={setWay} />
        <p className="text-dim">{about}</p>
        <CopyBlock text={text()} label={copy} />
      </div>
    </Card>
  )
}
