import { demand, invalidField } from '#core/api-error.ts'
import { changedFields } from '#core/fields.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import {
  lockUtmTemplate,
  noSuchUtmTemplate,
  selectUtmTemplate,
  writeUtmTemplate,
} from '#model/utm-templates/utm-templates.ts'
import { hasUtm, lacksUtm } from '#schemas/utm-fields.ts'
import {
  readOnlyUtmTemplateMembers,
  updateUtmTemplateBody,
  utmTemplate,
  utmTemplateParams,
} from '#schemas/utm-templates.ts'
import { endpoint } from '../frame/endpoint.ts'

export const updateUtmTemplate = endpoint({
  method: 'PUT',
  path: '/utm-templates/{id}',
  summary: 'Update a UTM template',
  description:
    'Parameters that you omit stay unchanged; null removes one. Short URLs that were created with the template keep their parameters.',
  permission: 'write',
  params: utmTemplateParams,
  body: updateUtmTemplateBody,
  example: { name: 'Newsletter', utm_content: 'footer' },
  readOnly: readOnlyUtmTemplateMembers,
  current: async ({ params, account, sql }) =>
    demand(await selectUtmTemplate(sql, account.id, params.id), noSuchUtmTemplate),
  reply: utmTemplate,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, body, account, reach, sql }) {
    refuseBound(reach)
    return await sql.begin(async (tx) => {
      const before = demand(await lockUtmTemplate(tx, account.id, params.id), noSuchUtmTemplate)
      const changes = changedFields(body, before)
      if (!hasUtm({ ...before, ...changes })) throw invalidField('utm_source', lacksUtm)
      return Object.keys(changes).length === 0 ? before : await writeUtmTemplate(tx, before.id, changes)
    })
  },
})
