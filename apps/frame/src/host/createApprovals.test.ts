import { expect, test } from 'vitest'
import type { ApprovalView, Warning } from '../approvals/ApprovalView.ts'
import { testConfig } from '../testing/fakeFrame.ts'
import { approvalsOf, needsWindow } from './createApprovals.ts'

const origin = 'https://app.example.com'
const listed = (...allowedOrigins: { pattern: string; approvals?: 'auto' | 'window' | 'frame' }[]) => ({
  ...testConfig,
  allowedOrigins: allowedOrigins.map((one) => ({ publicSuffix: 'com', ...one })),
})
const exact = { pattern: origin }
const wild = { pattern: 'https://*.example.com' }

test.each([
  ['auto', listed(exact)],
  ['frame', listed({ ...exact, approvals: 'frame' })],
  ['window', listed({ ...exact, approvals: 'frame' }, { ...wild, approvals: 'window' })],
  ['auto', listed({ ...exact, approvals: 'frame' }, wild)],
  [
    'frame',
    listed({ ...exact, approvals: 'frame' }, { pattern: 'https://other.example', approvals: 'window' }),
  ],
  // Nobody who is not on the list is served at all.
  ['window', listed({ pattern: 'https://other.example', approvals: 'frame' })],
])('%s is the strictest of what the operator says of an origin', (mode, config) => {
  expect(approvalsOf(config, origin)).toBe(mode)
})

const view: ApprovalView = {
  title: 'message.title',
  sentence: { key: 'message.say' },
  facts: [],
  warnings: [],
  stop: null,
  approve: 'approve.approve',
  raw: '0x',
}
const phrase = { key: 'message.say' } as const
const warned = (level: Warning['level']): ApprovalView => ({
  ...view,
  signsIn: true,
  warnings: [{ level, title: phrase, body: phrase }],
})
const stopped: ApprovalView = { ...view, stop: { title: phrase, body: phrase } }

test.each([
  ['a transfer', view, { auto: true, window: true, frame: false }],
  ['a sign-in to the site', { ...view, signsIn: true as const }, { auto: false, window: true, frame: false }],
  ['a sign-in that only differs in form', warned('info'), { auto: false, window: true, frame: false }],
  ['a sign-in with a warning', warned('warning'), { auto: true, window: true, frame: false }],
  ['a danger', warned('danger'), { auto: true, window: true, frame: true }],
  ['what cannot be approved', stopped, { auto: false, window: false, frame: false }],
])('%s is reviewed where the mode says', (_, shown, places) => {
  for (const [mode, place] of Object.entries(places))
    expect(needsWindow(mode as keyof typeof places, { view: shown }), mode).toBe(place)
})
