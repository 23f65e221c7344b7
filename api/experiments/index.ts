import { completeEndpoint } from './complete-experiment.ts'
import { createConversion } from './create-conversion.ts'
import { createCodeExperiment } from './create-of-code.ts'
import { createLinkExperiment } from './create-of-link.ts'
import { deleteEndpoint } from './delete-experiment.ts'
import { exportEndpoint } from './export-experiments.ts'
import { type Family, qrExperiments, urlExperiments } from './families.ts'
import { getEndpoint } from './get-experiment.ts'
import { historyEndpoint } from './list-experiment-history.ts'
import { listEndpoint } from './list-experiments.ts'
import { moveEndpoint } from './move-experiment.ts'
import { readCodeExperiment } from './report-of-code.ts'
import { readLinkExperiment } from './report-of-link.ts'
import { rollBackEndpoint } from './roll-back-experiment.ts'
import { updateEndpoint } from './update-experiment.ts'

const both = (family: Family) => [
  listEndpoint(family),
  exportEndpoint(family),
  getEndpoint(family),
  historyEndpoint(family),
  rollBackEndpoint(family),
  updateEndpoint(family),
  deleteEndpoint(family),
  moveEndpoint(family, 'start'),
  moveEndpoint(family, 'pause'),
  moveEndpoint(family, 'resume'),
  completeEndpoint(family),
]

export const experiments = [
  createLinkExperiment,
  ...both(urlExperiments),
  readLinkExperiment,
  createCodeExperiment,
  ...both(qrExperiments),
  readCodeExperiment,
  createConversion,
]
