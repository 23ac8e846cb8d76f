import { randomBytes } from 'node:crypto'
import * as protocol from '@latchkey/protocol/http'
import { randomId, toBase64url } from '../crypto/bytes.ts'
import { type AccountPage, addPasskey, openAccountPage } from './accountPage.ts'
import type { TestService } from './createTestService.ts'
import { createActiveWallet, type createVault } from './createVault.ts'

export type Vault = Awaited<ReturnType<typeof createVault>>

/** What the keys app would make of one way to recover. */
export async function createMethodKeyset(
  vault: Vault,
  userId: string,
  share: Uint8Array = randomBytes(33),
  keysetId: string = randomId(),
) {
  return {
    keysetId,
    serverShare: await vault.seal(share, 'recovery-share', userId, vault.ids.wallet, keysetId),
    clientShare: { iv: toBase64url(randomBytes(12)), ciphertext: toBase64url(randomBytes(49)) },
  }
}

/** Adds a recovery code, or a passkey's keyset, without proving it. */
export async function addMethod(
  { device, token, userId }: AccountPage,
  vault: Vault,
  method: { kind: 'code' } | { kind: 'passkey'; passkeyId: string },
) {
  const keyset = await createMethodKeyset(vault, userId)
  const body = { ...method, label: 'A way back', keyset }
  const params = { walletId: vault.ids.wallet }
  const { methodId } = await device.must(protocol.addMethod, { token, params, body })
  return { methodId, keyset }
}

/** Signs for a method as its round trip would. */
export async function proveMethod({ device, token }: AccountPage, vault: Vault, methodId: string) {
  const signature = await vault.account.signMessage({ message: protocol.methodText(methodId) })
  return device.call(protocol.proveMethod, { token, params: { methodId }, body: { signature } })
}

/** An account with a wallet and two proven ways back, not protected yet. */
export async function createTwoMethods(service: TestService, email: string) {
  const page = await openAccountPage(service, email)
  const vault = await createActiveWallet(service, page.device, page.login)
  const passkey = await addPasskey(page)
  const sealing = await addMethod(page, vault, { kind: 'passkey', passkeyId: passkey.methodId })
  const code = await addMethod(page, vault, { kind: 'code' })
  await proveMethod(page, vault, sealing.methodId)
  await proveMethod(page, vault, code.methodId)
  return { page, vault, passkey, sealing, code }
}

/** The same, protected. */
export async function createProtected(service: TestService, email: string) {
  const made = await createTwoMethods(service, email)
  await made.page.device.must(protocol.protect, { token: made.page.token })
  return made
}
