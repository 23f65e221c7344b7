import { refuseBound } from '#model/accounts/reach.ts'
import { insertUtmTemplate, refuseTooManyTemplates } from '#model/utm-templates/utm-templates.ts'
import { createUtmTemplateBody, utmTemplate } from '#schemas/utm-templates.ts'
import { endpoint } from '../frame/endpoint.ts'

export const createUtmTemplate = endpoint({
  method: 'POST',
  path: '/utm-templates',
  summary: 'Create a UTM template',
  description: 'A template has at least one UTM parameter. An account can have at most 200 templates.',
  permission: 'write',
  body: createUtmTemplateBody,
  example: { name: 'Newsletter', utm_source: 'newsletter', utm_medium: 'email' },
  reply: utmTemplate,
  status: 201,
  errors: ['CONFLICT'],
  async handle({ body, account, reach, sql }) {
    refuseBound(reach)
    return await sql.begin(async (tx) => {
      await refuseTooManyTemplates(tx, account.id)
      return await insertUtmTemplate(tx, account.id, body)
    })
  },
})
