/** What the frame may do (docs/security.md): scripts, its own storage, forms, popups for sign-in; never top navigation. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation'
const FEATURES = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
  'storage-access',
]

export type FrameAddress = { walletOrigin: string; projectId: string; chainId: string; version: number }

/** The frame's URL: public data only, never a token or an e-mail address. */
export function frameUrl({ walletOrigin, projectId, chainId, version }: FrameAddress): string {
  const url = new URL('/frame', walletOrigin)
  url.search = new URLSearchParams({
    projectId,
    chainId,
    version: String(version),
    enableLogger: 'false',
  }).toString()
  return url.href
}

/** Makes the iframe element; every attribute is set before it is inserted. */
export function createFrameElement(address: FrameAddress): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.setAttribute('sandbox', SANDBOX)
  iframe.allow = FEATURES.map((feature) => `${feature} ${address.walletOrigin}`).join('; ')
  iframe.referrerPolicy = 'strict-origin'
  iframe.title = 'Wallet'
  iframe.src = frameUrl(address)
  return iframe
}
