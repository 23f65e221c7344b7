import type { Config } from '#runtime/config.ts'
import type { LinkStores } from '#store/apply-change.ts'
import type { QrServices } from '#store/qr-work.ts'

export type SeedStores = Omit<LinkStores, 'config'> & QrServices & { config: Config }
