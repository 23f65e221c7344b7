import { Check, Minus } from 'lucide-react'
import { rightMeanings } from '#schemas/role-meanings.ts'
import { type Right, roleHas, roles } from '#schemas/roles.ts'
import { capitalized } from '../format/names.ts'
import { Card } from '../parts/card.tsx'
import { WideTable } from '../parts/wide-table.tsx'

const rows = Object.entries(rightMeanings) as [Right, string][]

/** What each role may do. */
export const RolesCard = () => (
  <Card title="Roles">
    <WideTable className="min-w-[30rem]">
      <thead>
        <tr className="border-b border-line text-[13px] text-dim">
          <th scope="col" className="py-2 pr-3 font-medium">
            Permission
          </th>
          {roles.map((role) => (
            <th key={role} scope="col" className="w-16 px-1 py-2 text-center font-medium">
              {capitalized(role)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([right, meaning]) => (
          <tr key={right} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-2 pr-3 font-normal">
              {meaning}
            </th>
            {roles.map((role) => (
              <td key={role} className="px-1 py-2 text-center">
                <Mark isThere={roleHas(role, right)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
    <p className="mt-3 text-[13px] text-dim">
      An API key can do no more than the role of the member who created it. If they leave, the key stays with the rights
      of their last role.
    </p>
  </Card>
)

function Mark({ isThere }: { isThere: boolean }) {
  const Icon = isThere ? Check : Minus
  return (
    <>
      <Icon aria-hidden size={15} className={`inline ${isThere ? 'text-good' : 'text-dim'}`} />
      <span className="sr-only">{isThere ? 'Yes' : 'No'}</span>
    </>
  )
}
