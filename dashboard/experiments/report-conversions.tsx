import { useState } from 'react'
import { curlPost } from '../api/call-text.ts'
import { rootPath } from '../api/page-meta.ts'
import { Card } from '../parts/card.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'
import { Segments } from '../parts/segments.tsx'

const ways = { curl: 'From your server', pixel: 'From a web page' } as const
type Way = keyof typeof ways

const texts: Record<Way, { about: string; text: () => string; copy: string }> = {
  curl: {
    about: 'Save the click_id that your page receives, and send it back when the visitor converts.',
    text: () =>
      curlPost('/conversions', { click_id: '<click_id>', event_name: 'purchase', value: 49.9, currency: 'EUR' }),
    copy: 'Copy command',
  },
  pixel: {
    about: 'Add this image to the page visitors see after converting. It records an event named "conversion".',
    text: () => `<img src="${location.origin}${rootPath}/t/c.gif?cid=<click_id>" width="1" height="1" alt="">`,
    copy: 'Copy image tag',
  },
}

export function ReportConversions() {
  const [way, setWay] = useState<Way>('curl')
  const { about, text, copy } = texts[way]
  return (
    <Card title="Report conversions">
      <div className="flex flex-col gap-3">
        <Segments name="Method" choices={ways} chosen={way} onChoose={setWay} />
        <p className="text-dim">{about}</p>
        <CopyBlock text={text()} label={copy} />
      </div>
    </Card>
  )
}
