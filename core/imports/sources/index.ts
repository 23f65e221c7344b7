import type { ApiSourceName } from '#schemas/imports.ts'
import type { ApiSource } from './api-source.ts'
import { bitly } from './bitly.ts'
import { dub } from './dub.ts'
import { kutt } from './kutt.ts'
import { rebrandly } from './rebrandly.ts'
import { shlink } from './shlink.ts'
import { shortio } from './shortio.ts'

/** Services whose links are read over their API. */
export const apiSources: Readonly<Record<ApiSourceName, ApiSource>> = { bitly, dub, kutt, rebrandly, shlink, shortio }
