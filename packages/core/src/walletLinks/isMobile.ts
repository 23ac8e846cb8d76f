/** A phone or tablet: wallets are apps there, and a tap opens them. */
export const isMobile = (): boolean =>
  typeof window !== 'undefined' &&
  (window.matchMedia('(pointer: coarse)').matches || /android|iphone|ipad|ipod/i.test(navigator.userAgent))
