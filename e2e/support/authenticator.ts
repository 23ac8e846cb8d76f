import type { Page } from '@playwright/test'

export type Authenticator = {
  /** How many passkeys it holds. */
  count(): Promise<number>
  /** Lets it answer without having asked the person for a finger or a PIN, which no service may take. */
  skipVerification(isSkipped: boolean): Promise<void>
  /** Takes a passkey of the same person's device, which the browser's test tools keep apart for each page. */
  take(credential: Credential): Promise<void>
}
type Credential = {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
}

/**
 * Gives a page a device that makes and keeps passkeys (CDP, domain WebAuthn). It stays with the page wherever that goes, as
 * a person's device does from site to site; a page without it has none.
 *
 * @param options.hasPrf whether it knows WebAuthn's PRF extension, without which a passkey opens no wallet
 */
export async function addAuthenticator(
  page: Page,
  options: { hasPrf: boolean },
  added: (credential: Credential) => void = () => undefined,
): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page)
  session.on('WebAuthn.credentialAdded', ({ credential }) => added(credential))
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: options.hasPrf,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async count() {
      return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
    async skipVerification(isBadUV) {
      await session.send('WebAuthn.setResponseOverrideBits', { authenticatorId, isBadUV })
    },
    async take(credential) {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
  }
}

/** Gives a window a device whose passkeys the other page's device has as well. */
export async function carryPasskeys(window: Page, device: Authenticator): Promise<void> {
  await addAuthenticator(window, { hasPrf: true }, (credential) => void device.take(credential))
}
