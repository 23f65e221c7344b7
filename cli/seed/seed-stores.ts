import type { LinkStores } from '#model/publish/apply-change.ts'
import type { QrServices } from '#model/qr-codes/qr-work.ts'
import type { Config } from '#runtime/config.ts'

export type SeedStores = Omit<LinkStores, 'config'> & QrServices & { config: Config }
