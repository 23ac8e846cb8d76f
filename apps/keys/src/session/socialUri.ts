/** What the end of a social login says, as it came through the host. */
export type SocialEnd = { flowId: string; result: string } | { flowId: string; error: number }

/** Exactly these parameters in this order, as our own page writes them: what is written otherwise was not written by it. */
const QUERY = /^flow=([A-Za-z0-9_-]{22})&(?:result=([A-Za-z0-9_-]{43})|error=([0-9]{4}))$/

/**
 * Reads the address that a social login ends with. It came through the host and is hostile: nothing but our own callback's
 * form is taken, compared as text, so that no two readers of addresses can disagree about it.
 *
 * @returns null for every other text
 * @example parseSocialUri('https://wallet.example', 'https://wallet.example/social/done?flow=…&result=…')
 */
export function parseSocialUri(walletOrigin: string, uri: string): SocialEnd | null {
  const start = `${walletOrigin}/social/done?`
  const [, flowId, result, error] = (uri.startsWith(start) && QUERY.exec(uri.slice(start.length))) || []
  if (flowId === undefined) return null
  return result === undefined ? { flowId, error: Number(error) } : { flowId, result }
}
