import { addBrandedDomain } from './add-branded-domain.ts'
import { deleteDomain } from './delete-domain.ts'
import { getDomain } from './get-domain.ts'
import { listDomains } from './list-domains.ts'
import { reserveSubdomain } from './reserve-subdomain.ts'
import { updateDomain } from './update-domain.ts'
import { verifyDomain } from './verify-domain.ts'

export const domains = [
  addBrandedDomain,
  reserveSubdomain,
  listDomains,
  getDomain,
  updateDomain,
  deleteDomain,
  verifyDomain,
]
