import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSocialUri } from './socialLogin.ts'

const WALLET = 'https://wallet.example'
const FLOW = 'AbCdEfGhIjKlMnOpQrSt_-'
const RESULT = `${'r'.repeat(42)}_`
const good = `${WALLET}/social/done?flow=${FLOW}&result=${RESULT}`

describe('the address that a social login ends with', () => {
  it('R5-28 is our callback with a flow, with its result, or with an error number', () => {
    const alone = `${WALLET}/social/done?flow=${FLOW}`
    expect(parseSocialUri(WALLET, alone)).toEqual({ flowId: FLOW, result: undefined })
    expect(parseSocialUri(WALLET, good)).toEqual({ flowId: FLOW, result: RESULT })
    expect(parseSocialUri(WALLET, `${WALLET}/social/done?flow=${FLOW}&error=4121`)).toEqual({
      flowId: FLOW,
      error: 4121,
    })
  })

  it.each([
    ['another origin', good.replace('wallet.example', 'evil.example')],
    ['a look-alike origin', good.replace('wallet.example', 'wallet.example.evil')],
    ['a port', good.replace('wallet.example', 'wallet.example:444')],
    ['another scheme', good.replace('https', 'http')],
    ['a name before the host', good.replace('https://', 'https://wallet.example@')],
    ['our origin as a path', `https://evil.example/${good}`],
    ['another path', good.replace('/social/done', '/social/callback/google')],
    ['a path that leads elsewhere', good.replace('/social/done', '/social/done/../other')],
    ['a percent sign in the path', good.replace('/done', '/%64one')],
    ['one parameter more', `${good}&code=1`],
    ['a parameter before', good.replace('?', '?x=1&')],
    ['a parameter twice', good.replace('&result', `&flow=${FLOW}&result`)],
    ['both a result and an error', `${good}&error=4121`],
    ['no flow', `${WALLET}/social/done?result=${RESULT}`],
    ['a fragment', `${good}#x`],
    ['an end of line', `${good}\n`],
    ['space before', ` ${good}`],
    ['a short flow', good.replace(FLOW, FLOW.slice(1))],
    ['a short result', good.slice(0, -1)],
    ['a long result', `${good}a`],
    ['a code and a state of a provider', `${WALLET}/social/done?code=x&state=y`],
    ['an error of a provider', `${WALLET}/social/done?flow=${FLOW}&error=access_denied`],
    ['nothing', ''],
  ])('R5-28 is refused with %s', (_, uri) => expect(parseSocialUri(WALLET, uri)).toBeNull())

  it('takes no text but the one that it would write itself', () => {
    const pieces = fc.constantFrom(
      WALLET,
      '/social/done',
      '?',
      '&',
      'flow=',
      'result=',
      'error=',
      FLOW,
      RESULT,
      '4121',
      '#',
      '%',
      '/',
      '.',
    )
    const texts = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(texts, (uri) => {
        const end = parseSocialUri(WALLET, uri)
        if (!end) return
        const result = 'result' in end && end.result !== undefined ? `&result=${end.result}` : ''
        const rest = 'error' in end ? `&error=${end.error}` : result
        expect(uri).toBe(`${WALLET}/social/done?flow=${end.flowId}${rest}`)
      }),
      { numRuns: 2_000 },
    )
  })
})
