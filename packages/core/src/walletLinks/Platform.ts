/** Where the page runs, as far as links to wallets depend on it. */
export type Platform = {
  os: 'ios' | 'android' | 'desktop'
  /** Inside Telegram's own browser, which opens other apps only from a new window. */
  isTelegram: boolean
  /** Safari follows a link to an app only from the tap itself. */
  isIosSafari: boolean
  inIframe: boolean
}

const OTHER_IOS_BROWSER = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\/|DuckDuckGo|Brave|YaBrowser|MiuiBrowser/

/**
 * Reads the platform from a window.
 *
 * @example
 * readPlatform(window).os // 'ios'
 */
export function readPlatform(page: Window): Platform {
  const { userAgent, maxTouchPoints } = page.navigator
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return {
    os: isIos ? 'ios' : /Android/i.test(userAgent) ? 'android' : 'desktop',
    isTelegram: ['TelegramWebviewProxy', 'TelegramWebviewProxyProto', 'TelegramWebview'].some(
      (name) => name in page,
    ),
    isIosSafari: isIos && /Safari\//.test(userAgent) && !OTHER_IOS_BROWSER.test(userAgent),
    inIframe: isFramed(page),
  }
}

function isFramed(page: Window): boolean {
  try {
    return page.self !== page.top
  } catch {
    return true
  }
}

/**
 * Whether a pairing is kept at hand for the next tap too (spec 4, Telegram and iOS Safari): there a link opens only from
 * the tap itself, and a new pairing would come too late for it.
 */
export const keepsPairing = ({ isTelegram, isIosSafari }: Platform): boolean => isTelegram || isIosSafari
