/** Schemes that run code, read files, or start something else than a wallet. */
const REFUSED_SCHEME =
  /^(?:https?|wss?|ftps?|file|filesystem|data|blob|javascript|vbscript|about|view-source|jar|resource|content|intent|android-app|market|itms.*|mailto|tel|sms|facetime.*|ssh|sftp|telnet|smb|nfs|shell|ms-.*|x-.*|chrome.*|moz-.*|edge.*|safari.*|devtools|web\+.*)$/
const OWN_SCHEME = /^([a-z][a-z0-9.+-]{1,63}):(?:\/\/[A-Za-z0-9._~/-]*)?$/
const HTTPS = /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9._~/%@-]*)?$/
const MAX_LINK = 512

/** Whether a link of a wallet is an `https:` address without a query, as universal links are. */
export const isUniversalLink = (link: string): boolean => link.length <= MAX_LINK && HTTPS.test(link)

/** Whether a link has a scheme of the wallet's own, such as `metamask://`. */
export function isNativeLink(link: string): boolean {
  const scheme = link.length <= MAX_LINK ? OWN_SCHEME.exec(link)?.[1] : undefined
  return scheme !== undefined && !REFUSED_SCHEME.test(scheme)
}
