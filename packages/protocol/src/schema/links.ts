import { parseUrl } from '@latchkey/std/parseUrl'

/** Schemes that run code, read files, open a page without encryption, or start something else than a wallet. */
const REFUSED_SCHEME =
  /^(?:https?|wss?|ftps?|file|filesystem|data|blob|javascript|vbscript|livescript|mocha|about|view-source|jar|resource|content|intent|android-app|market|itms.*|mailto|tel|sms|mms|facetime.*|callto|skype|ssh|sftp|telnet|git|svn|ldaps?|smb|nfs|shell|search|search-ms|res|mk|mhtml|ms-.*|x-.*|prefs|app-settings|shortcuts|workflow|steam|slack|vscode.*|chrome.*|moz-.*|edge.*|safari.*|opera|brave|devtools|node|web\+.*)$/
const CUSTOM_LINK = /^([a-z][a-z0-9.+-]{1,63}):(?:\/\/[A-Za-z0-9._~/?=&%#-]*)?$/
const HTTPS_LINK = /^https:\/\/[\x21-\x5b\x5d-\x7e]+$/
const MAX_LINK = 512

/** Whether a text is an `https:` address of a named host, without credentials. */
export function isHttpsLink(text: string): boolean {
  const url = text.length <= MAX_LINK && HTTPS_LINK.test(text) ? parseUrl(text) : undefined
  if (!url) return false
  const { hostname, username, password } = url
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(hostname) && !username && !password
}

/**
 * Whether a link to a wallet may be opened: an `https:` address, or a scheme of the wallet's own.
 *
 * @param text what a directory says
 * @example
 * isWalletLink('metamask://') // true
 * isWalletLink('javascript:alert(1)') // false
 */
export function isWalletLink(text: string): boolean {
  if (text.length > MAX_LINK) return false
  const scheme = CUSTOM_LINK.exec(text)?.[1]
  return isHttpsLink(text) || (scheme !== undefined && !REFUSED_SCHEME.test(scheme))
}
