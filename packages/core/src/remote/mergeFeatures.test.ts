import type { RemoteFeature } from '@latchkey/protocol/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Features } from '../interfaces/Config.ts'
import { defaultFeatures, noFeatures } from './knownFeatures.ts'
import { mergeFeatures } from './mergeFeatures.ts'

const entry = (id: string, isEnabled: boolean, config?: string[] | null): RemoteFeature =>
  config === undefined ? { id, isEnabled } : { id, isEnabled, config }
const merge = (local: Partial<Features>, remote?: RemoteFeature[]) =>
  mergeFeatures(local, defaultFeatures, remote)

type Row = [string, keyof Features, Partial<Features>, RemoteFeature[] | undefined, unknown]
const rows: Row[] = [
  ['R6-7 not fetched: the default', 'email', {}, undefined, true],
  ['R6-7 R6-8 not fetched: the page', 'email', { email: false }, undefined, false],
  ['R6-8 not fetched: the page', 'swaps', { swaps: ['uni'] }, undefined, ['uni']],
  ['R6-5 config null: the default', 'activity', {}, [entry('activity', true, null)], true],
  ['R6-5 config null: the page', 'onramp', { onramp: false }, [entry('onramp', true, null)], false],
  [
    'R6-5 config null: the page, even where it says off',
    'onramp',
    { onramp: ['x'] },
    [entry('onramp', false, null)],
    ['x'],
  ],
  [
    'networks without credentials are left out of the page’s choice',
    'socials',
    { socials: ['x', 'google', 'github'] },
    [entry('social_login', true, null), entry('offered_socials', true, ['google', 'x'])],
    ['x', 'google'],
  ],
  [
    'no network has credentials',
    'socials',
    {},
    [entry('social_login', true, null), entry('offered_socials', false, [])],
    false,
  ],
  [
    'R1-14 where an explorer tells of any account, the service says',
    'historyNetworks',
    {},
    [entry('history_networks', true, ['eip155:1'])],
    ['eip155:1'],
  ],
  ['R1-14 no explorer', 'historyNetworks', {}, [entry('history_networks', false, [])], false],
  ['R6-6 fetched and missing: off', 'swaps', { swaps: ['1inch'] }, [], false],
  ['R6-6 fetched and missing: off', 'reownBranding', {}, [], false],
  ['R6-6 fetched without config: off', 'swaps', {}, [entry('swap', true)], false],
  ['R6-6 fetched and off: off', 'swaps', { swaps: ['1inch'] }, [entry('swap', false, ['1inch'])], false],
  ['R6-6 fetched and on: the remote list', 'swaps', { swaps: false }, [entry('swap', true, ['0x'])], ['0x']],
  ['R6-6 an empty remote list: off', 'onramp', {}, [entry('onramp', true, [])], false],
  ['R6-6 a switch needs no list', 'activity', { activity: false }, [entry('activity', true, [])], true],
  ['R6-6 a switch', 'reownBranding', {}, [entry('reown_branding', false, [])], false],
  [
    'R3-71 e-mail is in the list of logins',
    'email',
    { email: false },
    [entry('social_login', true, ['email', 'x'])],
    true,
  ],
  ['R3-71 e-mail is not in the list of logins', 'email', {}, [entry('social_login', true, ['x'])], false],
  ['R3-71 socials are the rest of it', 'socials', {}, [entry('social_login', true, ['email', 'x'])], ['x']],
  ['R3-71 no socials', 'socials', {}, [entry('social_login', true, ['email'])], false],
]

describe('mergeFeatures', () => {
  it.each(rows)('%s (%s)', (_, key, local, remote, expected) => {
    expect(merge(local, remote).features[key]).toEqual(expected)
  })
  it('R3-71 knows six features that the operator may decide about, and four that are the page’s own', () => {
    expect(Object.keys(merge({}).features).sort()).toEqual(
      [
        'email',
        'socials',
        'swaps',
        'onramp',
        'activity',
        'reownBranding',
        'passkeys',
        'pay',
        'receive',
        'send',
      ].sort(),
    )
    expect(mergeFeatures({}, defaultFeatures, []).features.passkeys).toBe(true)
    expect(mergeFeatures({ passkeys: false }, defaultFeatures, []).features.passkeys).toBe(false)
  })
  it('R6-6 names the settings of the page that are overruled, and no others', () => {
    const remote = [entry('social_login', true, ['email']), entry('swap', true, null)]
    expect(merge({ email: true, swaps: false, activity: true }, remote).ignored).toEqual([
      'email',
      'activity',
    ])
    expect(merge({ email: true }, undefined).ignored).toEqual([])
  })
  it('changes neither what it is given nor lets it be changed through the result', () => {
    const lists = fc.option(fc.array(fc.string(), { maxLength: 3 }), { nil: null })
    const remotes = fc.option(
      fc.array(
        fc.record({
          id: fc.constantFrom('social_login', 'swap', 'onramp', 'activity', 'reown_branding', 'other'),
          isEnabled: fc.boolean(),
          config: lists,
        }),
      ),
      { nil: undefined },
    )
    fc.assert(
      fc.property(remotes, fc.array(fc.string()), (remote, swaps) => {
        const local = { swaps }
        const before = structuredClone({ local, defaultFeatures, remote })
        const { features } = mergeFeatures(local, defaultFeatures, remote)
        for (const value of Object.values(features))
          if (Array.isArray(value)) (value as string[]).push('changed')
        expect({ local, defaultFeatures, remote }).toEqual(before)
      }),
    )
  })
  it('turns all off for a page with WalletConnect alone', () => {
    const { receive, send, ...others } = noFeatures({ send: false })
    expect(Object.values(others).filter(Boolean)).toEqual([])
    // Whoever has connected with a wallet can be paid and pay.
    expect([receive, send]).toEqual([true, false])
  })
})
