import { createImport } from './create-import.ts'
import { deleteImport } from './delete-import.ts'
import { exportDifferences } from './export-differences.ts'
import { getImport } from './get-import.ts'
import { listImportItems } from './list-import-items.ts'
import { listImports } from './list-imports.ts'
import { pauseRunningImport } from './pause-import.ts'
import { resumePausedImport } from './resume-import.ts'
import { verifyImport } from './verify-import.ts'

export const imports = [
  createImport,
  listImports,
  getImport,
  deleteImport,
  listImportItems,
  pauseRunningImport,
  resumePausedImport,
  verifyImport,
  exportDifferences,
]
