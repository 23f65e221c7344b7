import { checkAlias } from './check-alias.ts'
import { createShortUrl } from './create-short-url.ts'
import { createShortUrls } from './create-short-urls.ts'
import { deleteShortUrl } from './delete-short-url.ts'
import { deleteShortUrls } from './delete-short-urls.ts'
import { duplicateShortUrl } from './duplicate-short-url.ts'
import { exportShortUrls } from './export-short-urls.ts'
import { getShortUrl } from './get-short-url.ts'
import { listHistory } from './list-history.ts'
import { listShortUrls } from './list-short-urls.ts'
import { rollBackShortUrl } from './roll-back-short-url.ts'
import { simulateShortUrl } from './simulate-short-url.ts'
import { restoreShortUrl, restoreShortUrls, trashShortUrl, trashShortUrls } from './trash-short-urls.ts'
import { updateShortUrl } from './update-short-url.ts'
import { updateShortUrls } from './update-short-urls.ts'

export const links = [
  checkAlias,
  createShortUrls,
  updateShortUrls,
  deleteShortUrls,
  trashShortUrls,
  restoreShortUrls,
  createShortUrl,
  listShortUrls,
  exportShortUrls,
  getShortUrl,
  updateShortUrl,
  deleteShortUrl,
  duplicateShortUrl,
  simulateShortUrl,
  listHistory,
  rollBackShortUrl,
  trashShortUrl,
  restoreShortUrl,
]
