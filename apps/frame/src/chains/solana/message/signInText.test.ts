import { encodeBase58 } from '@latchkey/std/base58'
import { describe, expect, test } from 'vitest'
import { openApproval } from '../approvalKinds.ts'
import { LOCAL, solanaWorld } from '../testing/solanaWorld.ts'

/** The screen of a sign-in to the site that asks, with lines and a statement of the caller's own. */
async function viewOf(lines: readonly string[], statement = 'Hello.') {
  const { frame, account } = solanaWorld()
  const { host, origin } = new URL(frame.origin)
  const head = [`${host} wants you to sign in with your Solana account:`, account, '', statement, '']
  const content = [...head, `URI: ${origin}`, ...lines].join('\n')
  const params = { message: encodeBase58(new TextEncoder().encode(content)) } as never
  const { view } = await openApproval(frame, { method: 'solana_signMessage', params, chain: LOCAL })
  return { view, content }
}

const sentence = 'I give all that I have to whoever shows this.'

describe('what a sign-in shows of what is signed', () => {
  test('its fields are enough where the others hold numbers, times and ids', async () => {
    const lines = ['Version: 1', 'Chain ID: mainnet', 'Nonce: a1b2c3d4', 'Issued At: 2026-01-01T00:00:00Z']
    const { view } = await viewOf(lines)
    expect([view.title, view.text]).toEqual(['signIn.title', undefined])
  })

  test.each([
    ['statement', [], 'Hello. '.repeat(43) + sentence],
    ['resource', ['Resources:', `- https://app.example/${'a'.repeat(290)}/all`], undefined],
  ])('a %s that is too long for its row is shown with all of the text', async (_, lines, statement) => {
    const { view, content } = await viewOf(lines, statement)
    expect([view.title, view.text?.content]).toEqual(['signIn.title', content])
  })

  test.each(['Version', 'Chain ID', 'Nonce', 'Issued At', 'Not Before', 'Request ID'])(
    'a sentence in the field %s is shown with all of it',
    async (field) => {
      const { view, content } = await viewOf([`${field}: ${sentence}`])
      expect([view.title, view.text?.content]).toEqual(['signIn.title', content])
    },
  )
})
