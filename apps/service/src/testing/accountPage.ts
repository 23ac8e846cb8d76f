import * as protocol from '@latchkey/protocol/http'
import { codeIn, createDevice, type Device, type SignedIn } from './createDevice.ts'
import { type TestService, WALLET } from './createTestService.ts'
import { type Authenticator, createAuthenticator } from './softwareAuthenticator.ts'

export type AccountPage = {
  device: Device
  login: SignedIn
  token: string
  userId: string
}

/** Signs in at the wallet's own account page, by the long code. The clock moves on, so that a code may be sent. */
export async function openAccountPage(
  service: TestService,
  email: string,
  device?: Device,
): Promise<AccountPage> {
  service.advance(31_000)
  const keys = device ?? (await createDevice(service))
  const { challengeId } = await keys.must(protocol.startEmail, {
    body: { projectId: 'demo', hostOrigin: WALLET, email, purpose: 'account' },
  })
  const code = codeIn(service.mails.findLast(({ to }) => to === email)?.text)
  const login = await keys.must(protocol.verifyEmail, { body: { challengeId, code } })
  return { device: keys, login, token: login.tokens.accessToken, userId: login.session.user.id }
}

/** Makes a passkey in the account page. */
export async function addPasskey(
  { device, token }: AccountPage,
  authenticator: Authenticator = createAuthenticator(),
) {
  const started = await device.must(protocol.startPasskeyCreation, { token })
  const attestation = authenticator.register({ challenge: started.challenge, topOrigin: WALLET })
  const body = { challengeId: started.challengeId, attestation, label: 'Laptop' }
  const { methodId, salt } = await device.must(protocol.finishPasskeyCreation, { token, body })
  return { authenticator, methodId, salt, userHandle: started.userHandle }
}

/** Signs a device in with a passkey, in the account page or in a host page. */
export async function signInWithPasskey(
  device: Device,
  { authenticator, userHandle }: { authenticator: Authenticator; userHandle: string },
  hostOrigin: string = WALLET,
): Promise<SignedIn> {
  const { challengeId, challenge } = await device.must(protocol.startPasskeyLogin, {
    body: { projectId: 'demo', hostOrigin },
  })
  const assertion = authenticator.authenticate({ challenge, topOrigin: hostOrigin, userHandle })
  return device.must(protocol.finishPasskeyLogin, { body: { challengeId, assertion } })
}
