import { createAsset } from './create-asset.ts'
import { deleteAsset } from './delete-asset.ts'
import { deleteCode } from './delete-code.ts'
import { exportCodes } from './export-codes.ts'
import { generateCode } from './generate-code.ts'
import { getCode } from './get-code.ts'
import { listAssets } from './list-assets.ts'
import { listCodeHistory } from './list-code-history.ts'
import { listCodes } from './list-codes.ts'
import { readAsset } from './read-asset.ts'
import { readImage } from './read-image.ts'
import { rollBackCode } from './roll-back-code.ts'
import { updateCode } from './update-code.ts'

export const qrCodes = [
  generateCode,
  listCodes,
  exportCodes,
  getCode,
  listCodeHistory,
  rollBackCode,
  updateCode,
  deleteCode,
  readImage,
  createAsset,
  listAssets,
  readAsset,
  deleteAsset,
]
