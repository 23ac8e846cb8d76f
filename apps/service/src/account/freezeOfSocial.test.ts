import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAsWallet, tokenIn } from '../testing/askAsWallet.ts'
import { WALLET } from '../testing/createTestService.ts'
import { createStage, type Stage } from '../testing/socialStage.ts'

let stage: Stage
beforeAll(async () => {
  let now = Date.now()
  // No two things happen at one time.
  stage = await createStage({ config: { now: () => ++now } })
})
afterAll(() => stage.stop())

async function signIn() {
  const device = await stage.device()
  const { flowId, result } = await stage.visit(device, 'google', 'ada', { hostOrigin: WALLET })
  return { device, ...(await device.must(protocol.finishSocial, { body: { flowId, result } })) }
}

test('the network that an account was made by lifts a freeze, also in its first days', async () => {
  const { session } = await signIn()
  await signIn()
  await stage.service.deliverMail()
  const mail = stage.service.mails.find(({ text }) => text.includes(`${WALLET}/link#`))
  const token = tokenIn(mail?.text ?? '', 'link')
  expect((await askAsWallet(stage.service, protocol.useMailLink, { token })).status).toBe(200)
  const owner = await signIn()
  expect(owner.session.user.id).toBe(session.user.id)
  const access = owner.tokens.accessToken
  expect((await owner.device.must(protocol.getAccount, { token: access })).frozenAt).not.toBeNull()
  await owner.device.must(protocol.unfreeze, { token: access })
  expect(await owner.device.must(protocol.getAccount, { token: access })).toMatchObject({
    frozenAt: null,
    identities: [{ provider: 'google' }],
  })
})
