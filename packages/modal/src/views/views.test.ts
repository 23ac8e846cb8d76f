import { prepareSocialLogin } from '@latchkey/core/identity'
import { testConfig } from '@latchkey/core/testing'
import { describe, expect, it } from 'vitest'
import { findView, viewOf, views } from './index.ts'

it('R2-12 R2-13 R2-20 has each view once', () => {
  const names = views.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining(['Connect', 'Account', 'ApproveTransaction', 'EmailVerifyOtp', 'Networks']),
  )
})

it('knows no other', () => {
  expect(findView('Paid')).toBeUndefined()
  expect(findView('constructor')).toBeUndefined()
})

it.each([{ email: 7 }, 'text', null, undefined, { email: 'x'.repeat(999) }])(
  'opens Connect with whatever a page passes: %j',
  (params) => {
    expect(() => findView('Connect')?.render(params)).not.toThrow()
  },
)

describe.each([
  ['R2-25', 'email', ['EmailVerifyOtp', 'EmailVerifyDevice']],
  ['R2-26', 'socials', ['ConnectSocials', 'ConnectingSocial', 'ConnectingFarcaster']],
] as const)('%s the views of %s', (_, feature, names) => {
  const opened = (config: ReturnType<typeof testConfig>['config']) =>
    names.map((name) => viewOf(config, name).name)
  const home = names.map(() => 'Connect')

  it('open where it is on, or nobody has said so yet', () => {
    const { config } = testConfig()
    expect(opened(config)).toEqual(names)
    config.features.setState({ email: true, socials: ['x'] })
    expect(opened(config)).toEqual(names)
  })
  it('are none where it is off', () => {
    const { config } = testConfig({ features: { email: true, socials: ['x'], [feature]: false } })
    expect(opened(config)).toEqual(home)
    config.features.setState({ socials: [] })
    expect(opened(config)).toEqual(home)
  })
  it('stay for a page that draws the ways to connect by itself', () => {
    const { config } = testConfig({ features: { [feature]: false } })
    config.runtime.drawsConnect = true
    expect(opened(config)).toEqual(names)
  })
})

it('R2-26 the view of a social login that goes on after the page was left opens all the same', () => {
  const { config } = testConfig({ features: { socials: false } })
  prepareSocialLogin(config, 'x')
  expect(viewOf(config, 'ConnectingSocial').name).toBe('ConnectingSocial')
})
