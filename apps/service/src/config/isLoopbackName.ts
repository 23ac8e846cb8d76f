/** A host that is this machine itself: `localhost`, names under it (RFC 6761 section 6.3), loopback addresses. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.[0-9]{1,3}){3}$/.test(hostname)
