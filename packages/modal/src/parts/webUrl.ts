/** The address if a browser may be sent there: a web page, nothing that runs or opens an app. */
export function webUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    const { protocol, href } = new URL(text, globalThis.location?.href)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}
