import { expect, test } from 'vitest'
import { applyChanges } from '../admin/projectChanges.ts'
import { projectSchema } from './projects.ts'

const origin = 'https://app.example.com'
const project = { id: 'shop', name: 'Shop', mode: 'production', allowedOrigins: [origin] }

test('an origin has requests approved where the operator says', () => {
  const { allowedOrigins } = projectSchema.parse({ ...project, approvals: { [origin]: 'frame' } })
  expect(allowedOrigins).toEqual([{ pattern: origin, publicSuffix: 'com', approvals: 'frame' }])
  expect(projectSchema.parse(project).allowedOrigins).toEqual([{ pattern: origin, publicSuffix: 'com' }])
})

test.each([
  ['a page that is not on the list', { 'https://other.example.com': 'frame' }],
  ['another spelling', { [`${origin}/`]: 'frame' }],
  ['an unknown place', { [origin]: 'page' }],
])('%s is refused', (_, approvals) => {
  expect(projectSchema.safeParse({ ...project, approvals }).success).toBe(false)
})

test.each([
  'https://app.example.com/',
  'https://App.example.com',
  'https://app.example.com:443',
  'https://bücher.example',
])('with %s in the file, other settings are changed while the service runs', (listed) => {
  const file = { ...project, allowedOrigins: [listed], approvals: { [listed]: 'frame' } }
  const base = projectSchema.parse(file)
  const { allowedOrigins } = applyChanges(base, { analytics: true })
  expect(allowedOrigins).toEqual(base.allowedOrigins)
  expect(allowedOrigins[0]?.approvals).toBe('frame')
  // The list itself too, also in the spelling of the file.
  const more = applyChanges(base, { allowedOrigins: [listed, 'https://new.example'] })
  expect(more.allowedOrigins[0]).toEqual(base.allowedOrigins[0])
  expect(more.allowedOrigins[1]).not.toHaveProperty('approvals')
})

test.each([
  ['production', undefined, 1],
  ['production', 0, 0],
  ['development', undefined, 0],
  ['development', 72, 72],
] as const)('a new device waits: %s, set to %s: %s hours', (mode, newDeviceHoldHours, hours) => {
  expect(projectSchema.parse({ ...project, mode, newDeviceHoldHours }).newDeviceHoldHours).toBe(hours)
})
test.each([-1, 73, 1.5])('no wait is %s hours long', (newDeviceHoldHours) => {
  expect(projectSchema.safeParse({ ...project, newDeviceHoldHours }).success).toBe(false)
})
