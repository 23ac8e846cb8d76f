import type { Page } from '@playwright/test'

export type Authenticator = {
  /** How many passkeys it holds. */
  count(): Promise<number>
  /** Lets it answer without having asked the person for a finger or a PIN, which no service may take. */
  skipVerification(isSkipped: boolean): Promise<void>
}

/**
 * Gives a page a device that makes and keeps passkeys (CDP, domain WebAuthn). It stays with the page wherever that goes, as
 * a person's device does from site to site; a page without it has none.
 *
 * @param options.hasPrf whether it knows WebAuthn's PRF extension, without which a passkey opens no wallet
 */
export async function addAuthenticator(page: Page, options: { hasPrf: boolean }): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page)
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
  }
}
