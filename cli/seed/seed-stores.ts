import type { LinkStores } from '#model/publish/apply-change.ts'
import type { Config } from '#runtime/config.ts'
import type { QrServices } from '#store/qr-work.ts'

export type SeedStores = Omit<LinkStores, 'config'> & QrServices & { config: Config }
