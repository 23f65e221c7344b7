import { outside, reaches } from '#model/accounts/reach.ts'
import { recordConversion } from '#model/experiments/record-conversion.ts'
import { conversion, recordConversionBody } from '#schemas/conversions.ts'
import { endpoint } from '../frame/endpoint.ts'

export const createConversion = endpoint({
  method: 'POST',
  path: '/conversions',
  summary: 'Record a conversion',
  description: 'Reports that a visitor of an A/B test converted at the destination.',
  permission: 'write',
  body: recordConversionBody,
  example: {
    click_id: 'AZqcwNsQe3SpkwfxHBYAAQGanMC8Fnsrjbi9Zl2gKmYBq2u3uYk4m4rJx1u7oG3w',
    event_name: 'purchase',
    value: 49.9,
    currency: 'USD',
    external_id: 'order-1042',
  },
  reply: conversion,
  status: 201,
  otherStatus: { status: 200, description: 'Already recorded: the existing conversion' },
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ body, reach, sql, secretKeys, config, answer }) {
    const { conversion: recorded, known } = await recordConversion({ sql, secretKeys, config }, body, (test) => {
      if (test.account_id !== reach.account_id) return true
      if (test.link !== null && !reaches(reach, test.link.domain.id)) throw outside()
      return false
    })
    if (known) answer.status = 200
    return recorded
  },
})
